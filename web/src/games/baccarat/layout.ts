/** How the areas of a terminal stand: rows on a wide screen, two columns on a narrow one. */
import type { Row, Standing } from "../game";
import { isSide } from "./seen";

const isHand = (one: Standing) => one.group === "main" && isSide(one.hue);

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
    { areas: main, kind: "even" },
    { areas: hands, kind: "main" },
    ...balanced(below, MOST).map((row) => ({ areas: row, kind: "side" as const })),
  ];
  return made.filter((row) => row.areas.length > 0);
}

/** The order in two columns: the hands, then the rest. */
export function columnsFor<T extends Standing>(areas: readonly T[]): T[] {
  return [...areas.filter(isHand), ...areas.filter((one) => !isHand(one))];
}
