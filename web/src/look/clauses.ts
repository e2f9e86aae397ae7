/** Clauses as they are read. */

const SMALL = new Set(["a", "and", "at", "by", "in", "of", "on", "or", "the", "to"]);

/** The words of a term: `casino-supervisor` is "Casino Supervisor", `burn-ed` is "Burn(ed)". */
function titled(slug: string): string {
  return slug
    .replace(/-(ed|s)(?=-|$)/g, "($1)")
    .split("-")
    .map((word, place) =>
      place > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(" ");
}

/** Number and words of a clause: `1.1:casino-supervisor` is `["1.1", "Casino Supervisor"]`. */
export function parted(clause: string): [string, string] {
  const [number = "", term = "", ...rest] = clause.split(":");
  const words = [titled(term), ...rest.map((one) => one.replaceAll("-", " "))];
  return [
    /^[a-z]+-/.test(number) ? titled(number) : number,
    words.filter((one) => one !== "").join(", "),
  ];
}

/** A clause in one line: "1.1 Casino Supervisor", "10.1 table 2, row 6", "Table 2". */
export function label(clause: string): string {
  return parted(clause)
    .filter((one) => one !== "")
    .join(" ");
}

/** Several, one after the other. */
export function labels(clauses: readonly string[]): string {
  return clauses.map(label).join(", ");
}
