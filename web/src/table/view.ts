/** What a view of a table holds: cards, shoe, wagers and people. */
import type { Schemas, SeenEvent, View } from "../api/types";

/** A coup as it was settled, or is to be, line by line; and the same with the reason of each. */
export type CoupTold = Schemas["CoupTold"];
export type Line = Schemas["LineTold"];
export type Why = Schemas["Why"];
export type LineExplained = Schemas["LineExplained"];
export type Draws = Schemas["DrawsNow"];
export type Wager = Schemas["WagerSeen"];
export type Coup = Schemas["CoupSeen"];
export type Shoe = Schemas["ShoeSeen"];

/** The part of a view about the layout; a display has none. */
export const layoutOf = (view: View | null) =>
  view !== null && "table" in view ? view.table : null;
export const coupOf = (view: View | null): Coup | null => layoutOf(view)?.coup ?? null;
export const shoeOf = (view: View | null): Shoe | null => layoutOf(view)?.shoe ?? null;
export const wagersOf = (view: View | null): Wager[] => layoutOf(view)?.wagers ?? [];

/** A number that an event tells of. */
export function numberIn(event: SeenEvent | undefined, field: string): number | null {
  const found = event?.fields?.[field];
  return typeof found === "number" ? found : null;
}
