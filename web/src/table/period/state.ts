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

const two = (number: number): string => String(number).padStart(2, "0");

/** What is left of a hold or a period: 71:59:57, or 0:39 below an hour. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
