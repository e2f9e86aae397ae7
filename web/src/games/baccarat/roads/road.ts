/** Where the marks of a road are drawn. The road itself comes from the server. */
import type { Hue } from "../../../look/area";
import type { Roads } from "../../game";
import { HUES } from "../sides";

export type Bead = Roads["bead"][number];
export type Ring = Roads["big_road"][number];
export type Mark = Roads["drawn"]["big_eye_boy"][number];
export type Derived = keyof Roads["drawn"];
/** The five roads, as one chooses among them. */
export const ROADS = ["bead", "big", "big_eye_boy", "small_road", "cockroach_pig"] as const;
export const isRoad = (name: string | null): name is (typeof ROADS)[number] =>
  ROADS.some((one) => one === name);
export type Letter = Bead["result"];

export const ROWS = 6;
/** The hue of a result by its letter. */
export const LETTER_HUES: Record<Letter, Hue> = { B: HUES.banker, P: HUES.player, T: HUES.tie };
/** The hue of a derived mark: it tells how regular the road is, not who won. */
export const MARK_HUES: Record<"R" | "B", Hue> = { R: HUES.banker, B: HUES.player };

interface Cell {
  column: number;
  row: number;
}

export interface Placed<T extends Cell> {
  mark: T;
  /** The middle of its cell. */
  x: number;
  y: number;
}

/**
 * How many columns on the left no longer fit: new columns push old ones off, whole. A streak whose
 * first column is gone keeps the part of its tail that lies in later ones. The newest mark is
 * always seen: after a very long tail it is far to the left of the tail's end, which then is not.
 */
export function pushedOff(cells: readonly Cell[], columns: number): number {
  const furthest = cells.reduce((most, cell) => Math.max(most, cell.column), 0);
  const newest = cells.at(-1)?.column ?? 0;
  const last = newest > furthest - columns ? furthest : newest;
  return Math.max(0, last - columns);
}

/** The marks that are seen, each in its place. */
export function placed<T extends Cell>(
  cells: readonly T[],
  columns: number,
  size: number,
): Placed<T>[] {
  const off = pushedOff(cells, columns);
  return cells
    .filter((cell) => cell.column > off && cell.column <= off + columns)
    .map((mark) => ({
      mark,
      x: (mark.column - off - 0.5) * size,
      y: (mark.row - 0.5) * size,
    }));
}

/** The lines between the cells. */
export function grid(columns: number, rows: number, size: number): string {
  const down = Array.from(
    { length: columns + 1 },
    (_, place) => `M${place * size} 0v${rows * size}`,
  );
  const across = Array.from(
    { length: rows + 1 },
    (_, place) => `M0 ${place * size}h${columns * size}`,
  );
  return [...down, ...across].join("");
}
