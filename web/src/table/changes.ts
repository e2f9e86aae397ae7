/** What events change, so that pages begin anew or let it move. */
import type { SeenEvent } from "../api/types";

const ENDS = new Set(["coup-settled", "coup-voided", "coup-corrected", "outcome-invalidated"]);

/** Whether the events end a coup. */
export const endsCoup = (events: readonly SeenEvent[]) => events.some((one) => ENDS.has(one.event));

const MOST_MS = 1000;
const CARD_MS = 580;

/** How a card moves: it comes from the shoe, or it is turned where it lies. */
export type Moves = ReadonlyMap<string, "deal" | "turn">;

/** The cards that move by these events: none where more than a second of it would wait. */
export function moving(events: readonly SeenEvent[], skip: boolean): Moves {
  const moves = new Map<string, "deal" | "turn">();
  if (skip) return moves;
  for (const one of events) {
    const how = one.event === "card-dealt" ? "deal" : one.event === "card-turned" ? "turn" : null;
    const fields = one.fields ?? {};
    if (how !== null) moves.set(`${String(fields["hand"])}/${String(fields["place"])}`, how);
  }
  return (moves.size - 1) * CARD_MS >= MOST_MS ? new Map() : moves;
}
