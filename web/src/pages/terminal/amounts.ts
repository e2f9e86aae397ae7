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
