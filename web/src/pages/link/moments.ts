/** Surveillance says which wins were at one moment: each win gets the number of its moment. */

/** The wins by moment, the earliest first; a number that no win has is passed over. */
export function grouped(wins: readonly number[], of: ReadonlyMap<number, number>): number[][] {
  const found = new Map<number, number[]>();
  for (const win of wins) {
    const moment = of.get(win) ?? 1;
    found.set(moment, [...(found.get(moment) ?? []), win]);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, many]) => many);
}
