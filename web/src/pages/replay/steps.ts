/** Where a replay stands, and how long a step is looked at. */
export const SLOW_MS = 900;

/** Steps are numbered from 0, the table before the coup. */
export function moved(step: number, by: number, steps: number): number {
  return Math.min(steps, Math.max(0, step + by));
}

/** The first step in which the coup itself is under way, to begin at: not the setting up of a table. */
export function beginning(events: readonly string[]): number {
  const found = events.findIndex((event) => event === "wager-placed" || event === "coup-started");
  return found < 0 ? 0 : found;
}
