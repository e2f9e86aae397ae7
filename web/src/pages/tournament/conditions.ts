/** The fields of a tournament's conditions: of which kind each is, and how what is typed is read. */

export type Value = unknown;
export type Conditions = Record<string, Value>;

/** A plain value as it is typed; nothing of what is not said. */
export function plainOf(value: Value): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

const NUMBERS = new Set([
  ...["minimum_players", "maximum_players", "seats", "pass_cards", "undisclosed"],
  ...["guarantee_players", "buy_back_rounds"],
]);
const AMOUNTS = new Set([
  ...["entry_fee", "buy_in", "re_buy", "add_on", "buy_back", "allotment", "minimum", "maximum"],
  ...["added", "guarantee"],
]);
const SWITCHES = new Set([
  ...["compulsory", "order_of_wagering", "deal_from_marker", "reserve", "selects", "charity"],
  ...["agreement", "repechage", "substitutes", "disposal"],
]);
const MOMENTS = new Set(["starts", "open_until"]);
const PLAIN = new Set(["title", "location", "game", "method"]);
export const LISTS = ["rounds", "prizes", "limit_steps"] as const;

export type Kind = "number" | "amount" | "switch" | "moment" | "plain" | "list" | "text";

/** What an item of the rulebook is in the conditions: a field of this kind, or a text. */
export function kindOf(item: string): Kind {
  const field = fieldOf(item);
  if (NUMBERS.has(field)) return "number";
  if (AMOUNTS.has(field)) return "amount";
  if (SWITCHES.has(field)) return "switch";
  if (MOMENTS.has(field)) return "moment";
  if (PLAIN.has(field)) return "plain";
  return (LISTS as readonly string[]).includes(field) ? "list" : "text";
}

export const fieldOf = (item: string): string => item.replaceAll("-", "_");

/** The other fields that conditions have, beside those of the items. */
export function others(conditions: Conditions, items: readonly string[]): string[] {
  const asked = new Set(items.map(fieldOf));
  return [...PLAIN, ...MOMENTS, ...AMOUNTS, ...NUMBERS, ...SWITCHES].filter(
    (field) => !asked.has(field) && conditions[field] !== undefined,
  );
}

/** What was typed into a field, as conditions have it; an empty field is not said. */
export function typed(kind: Kind, text: string): Value {
  const plain = text.trim();
  if (plain === "") return undefined;
  if (kind !== "number") return plain;
  return /^\d{1,6}$/.test(plain) ? Number(plain) : plain;
}

/** The same conditions with a field or a text changed; what is not said any more is left out. */
export function changed(conditions: Conditions, item: string, value: Value): Conditions {
  if (kindOf(item) === "text") {
    const texts = { ...(conditions["texts"] as Conditions | undefined) };
    if (value === undefined) delete texts[item];
    else texts[item] = value;
    return { ...conditions, texts };
  }
  const found = { ...conditions };
  if (value === undefined) delete found[fieldOf(item)];
  else found[fieldOf(item)] = value;
  return found;
}

/** What conditions say of an item now, as it is typed. */
export function saidOf(conditions: Conditions, item: string): string {
  const texts = conditions["texts"] as Conditions | undefined;
  const value = kindOf(item) === "text" ? texts?.[item] : conditions[fieldOf(item)];
  return plainOf(value);
}

/** An amount that is not said is told as nought. */
const NONE = "0.00";

export type Line = Record<string, string>;
export const COLUMNS = {
  rounds: ["tables", "coups", "minutes", "advance"],
  prizes: ["place", "share", "amount", "thing"],
  limit_steps: ["after", "minimum", "maximum"],
} as const;
const COUNTED = new Set(["tables", "coups", "minutes", "advance", "place", "after"]);

/** The lines of a list, as they are typed. */
export function linesOf(conditions: Conditions, list: keyof typeof COLUMNS): Line[] {
  const found = (conditions[list] ?? []) as Record<string, Value>[];
  return found.map((one) =>
    Object.fromEntries(
      COLUMNS[list].map((column) => {
        const said = plainOf(one[column]);
        return [column, said === NONE ? "" : said];
      }),
    ),
  );
}

/** Typed lines as conditions have them; a line without a word is left out. */
export function listOf(lines: readonly Line[]): Conditions[] {
  return lines
    .map((line) => {
      const found: Conditions = {};
      for (const [column, text] of Object.entries(line)) {
        const value = typed(COUNTED.has(column) ? "number" : "plain", text);
        if (value !== undefined) found[column] = value;
      }
      return found;
    })
    .filter((line) => Object.keys(line).length > 0);
}
