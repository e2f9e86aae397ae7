/** The server's time: a screen's own clock may be wrong, so it is held against each answer. */

/** By how much the server's clock is ahead of this screen's. */
let ahead = 0;

/** An answer came; its date says what time it is there, in whole seconds. */
export function heardAt(date: string | null, here: number = Date.now()): void {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return;
  // Within the second that a date leaves open nothing is wrong.
  const off = there - here;
  ahead = off > 0 ? off : Math.min(0, off + 1000);
}

/** What time it is where the server is. */
export const serverNow = (): number => Date.now() + ahead;
