/** The seats of a table and who sits there. */
import type { View } from "../api/types";

/** Who sits where. */
export function seatsTaken(view: View | null): Map<number, string> {
  const taken = new Map<number, string>();
  if (view === null) return taken;
  if ("players" in view) {
    for (const one of view.players) if (one.seat != null) taken.set(one.seat, one.person);
  } else if ("people" in view) {
    for (const [person, one] of Object.entries(view.people)) {
      if (one.role === "player" && one.present !== false && one.seat != null)
        taken.set(one.seat, person);
    }
  }
  return taken;
}
