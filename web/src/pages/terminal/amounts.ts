/** Amounts and times of a terminal. */

/** Chips with which some area can be opened; all of them where there are few. */
export function chipsFor(chips: readonly number[], minimums: readonly number[]): number[] {
  const least = Math.min(...minimums);
  const enough = chips.filter((cents) => cents >= least);
  return enough.length >= 3 ? enough : [...chips];
}

/** Hours and minutes of a session. */
export function spell(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** The limits of an area. */
export interface Bounds {
  minimum_cents: number;
  maximum_cents: number | null;
  nominated: number | null;
}

/** Whether an area on which a stake lies takes so much more. Each Run is a wager of its own. */
export function takes(area: Bounds, stake: number, cents: number, unit: number): boolean {
  const whole = (area.nominated === null ? stake : 0) + cents;
  if (whole < area.minimum_cents) return false;
  if (area.maximum_cents !== null && whole > area.maximum_cents) return false;
  return unit === 0 || (whole - area.minimum_cents) % unit === 0;
}
