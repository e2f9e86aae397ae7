/** Past results in columns: a run goes down, another side begins anew, what is even is counted. */
import type { Hue } from "../look/area";

export interface Mark {
  hue: Hue;
  column: number;
  row: number;
  /** How often it was even after this one. */
  even: number;
}

const DEEP = 6;

/** The marks of a road in small, as far as the results have sides. */
export function marks(
  results: readonly string[],
  hueOf: (side: string) => Hue | undefined,
): Mark[] {
  const found: Mark[] = [];
  let start = -1;
  let column = -1;
  let row = 0;
  let last: Hue | null = null;
  for (const result of results) {
    const hue = hueOf(result);
    if (hue === undefined) continue;
    if (hue === "even") {
      const before = found.at(-1);
      if (before) before.even += 1;
      continue;
    }
    if (hue !== last) {
      row = 0;
      do start += 1;
      while (found.some((one) => one.column === start && one.row === 0));
      column = start;
    } else if (row + 1 < DEEP && !found.some((one) => one.column === column && one.row === row + 1))
      row += 1;
    else column += 1;
    last = hue;
    found.push({ hue, column, row, even: 0 });
  }
  return found;
}
