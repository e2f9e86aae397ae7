/** Where a replay stands, and how long a step is looked at. */
export const SLOW_MS = 900;

/** Steps are numbered from 0, the table before the coup. */
export function moved(step: number, by: number, steps: number): number {
  return Math.min(steps, Math.max(0, step + by));
}

/** How many events come before the wagers and cards of the coup: the making ready of table and shoe. */
export function preparing(events: readonly string[]): number {
  const found = events.findIndex((event) => event === "wager-placed" || event === "coup-started");
  return found < 0 ? 0 : found;
}

/** The step to open at: the coup's first card, or the betting where none was dealt. */
export function beginning(events: readonly string[]): number {
  const card = events.indexOf("card-dealt");
  return card < 0 ? preparing(events) : card + 1;
}

/** The step that an address asks for, no further than the last; nothing where it asks for none. */
export function stepAsked(search: string, steps: number): number | null {
  const text = new URLSearchParams(search).get("step");
  return text !== null && /^\d{1,6}$/.test(text) ? Math.min(Number(text), steps) : null;
}
