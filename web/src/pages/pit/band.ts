/** Where the hold stands on its band; the deviations are the server's. */

export const MIDDLE = 123;
/** Two standard deviations are 68 units, and the line ends at 3.2. */
const A_DEVIATION = 34;
const END = 3.2;

/** The place of so many standard deviations; what is further out stands at the end. */
export function place(deviations: number): number {
  return MIDDLE + A_DEVIATION * Math.min(END, Math.max(-END, deviations));
}
