/** How the areas of a terminal stand: rows on a wide screen, two columns on a narrow one. */
export interface Standing {
  id: string;
  group: string;
  hue: string;
}

export interface Row<T> {
  areas: T[];
  kind: "main" | "tie" | "side";
}

const isHand = (one: Standing) =>
  one.group === "main" && (one.hue === "player" || one.hue === "banker");

function balanced<T>(list: readonly T[], most: number): T[][] {
  const rows = Math.ceil(list.length / most);
  const each = Math.ceil(list.length / Math.max(1, rows));
  return Array.from({ length: rows }, (_, row) => list.slice(row * each, (row + 1) * each));
}

const ABOVE = new Set(["pairs", "six"]);
const MOST = 4;

/** Pairs stand at the ends of their row, with what is single between them. */
function ends<T extends Standing>(list: readonly T[]): T[] {
  const [first, second, ...more] = list.filter((one) => one.group === "pairs");
  const rest = list.filter((one) => one.group !== "pairs");
  if (!first || !second || more.length > 0 || rest.length === 0) return [...list];
  return [first, ...rest, second];
}

/** Rows from top to bottom: pairs and six, the tie, the hands, then the other wagers. */
export function rowsFor<T extends Standing>(areas: readonly T[]): Row<T>[] {
  const hands = areas.filter(isHand);
  const main = areas.filter((one) => one.group === "main" && !isHand(one));
  const above = ends(areas.filter((one) => ABOVE.has(one.group)));
  const below = areas.filter((one) => one.group !== "main" && !ABOVE.has(one.group));
  const made: Row<T>[] = [
    ...balanced(above, MOST).map((row) => ({ areas: row, kind: "side" as const })),
    { areas: main, kind: "tie" },
    { areas: hands, kind: "main" },
    ...balanced(below, MOST).map((row) => ({ areas: row, kind: "side" as const })),
  ];
  return made.filter((row) => row.areas.length > 0);
}

/** The order in two columns: the hands, then the rest. */
export function columnsFor<T extends Standing>(areas: readonly T[]): T[] {
  return [...areas.filter(isHand), ...areas.filter((one) => !isHand(one))];
}

/** Chips with which some area can be opened; all of them where there are few. */
export function chipsFor(chips: readonly number[], minimums: readonly number[]): number[] {
  const least = Math.min(...minimums);
  const enough = chips.filter((cents) => cents >= least);
  return enough.length >= 3 ? enough : [...chips];
}

/** Hours and minutes of a session. */
export function spell(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Whole seconds until the close, by the server's clock: `at` is when it answered. */
export function secondsLeft(closesAt: string, at: string, sinceMs: number): number {
  const left = Date.parse(closesAt) - Date.parse(at) - sinceMs;
  return Math.max(0, Math.ceil(left / 1000));
}

/** Dollars as written by a person, in cents; nothing where it is not an amount. */
export function centsFrom(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return null;
  const [dollars = "0", rest = ""] = plain.split(".");
  const cents = Number(dollars) * 100 + Number(rest.padEnd(2, "0"));
  return cents > 0 ? cents : null;
}
