/** Choosing among the differences of two rulebooks. */
import type { Schemas } from "../../api/types";

export type Difference = Schemas["Compared"];

/** Those of a group that have every word written, in any column. */
export function among(
  rows: readonly Difference[],
  text: string,
  group: string | null,
): Difference[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return rows.filter((row) => {
    if (group !== null && row.group !== group) return false;
    if (words.length === 0) return true;
    const whole = [
      row.label,
      row.what,
      row.first,
      row.second,
      ...row.first_clauses,
      ...row.second_clauses,
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

/** Rows by group, groups in the order in which they come first. */
export function byGroup(rows: readonly Difference[]): [string, Difference[]][] {
  const groups = new Map<string, Difference[]>();
  for (const row of rows) {
    const own = groups.get(row.group);
    if (own) own.push(row);
    else groups.set(row.group, [row]);
  }
  return [...groups];
}
