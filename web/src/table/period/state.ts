/** How a terminal stands, in one word. */
import type { Schemas } from "../../api/types";

export type TerminalState = "open" | "frozen" | "shut" | "out-of-order";

/** A malfunction is told before a stop of the game, and that before frozen accounts. */
export function stateOf(
  one: Pick<Schemas["TerminalSeen"], "malfunction" | "shut" | "frozen">,
): TerminalState {
  if (one.malfunction !== null) return "out-of-order";
  if (one.shut) return "shut";
  return one.frozen ? "frozen" : "open";
}
