/** Asking again while the server is not there. */
import type { Result } from "./types";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
/** How long a read may take. */
export const READ_MS = 15_000;
/** No answer, too many requests, and what stands before a server that is being started. */
const AWAY = new Set([0, 429, 502, 503, 504]);

/** How long to wait before the n-th attempt: doubling, with some chance in it, soon at its end. */
export function waitMs(attempt: number, chance: number = Math.random()): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(whole * (0.75 + chance / 2));
}

/** Whether an answer says that it cannot be had now, and not that it is refused. */
export const isAway = (status: number): boolean => AWAY.has(status);

/** Read something; while the server is `away`, ask again for as long as `wanted` says so. */
export async function steadily<T>(
  ask: (signal: AbortSignal) => Promise<Result<T>>,
  wanted: () => boolean = () => true,
  away: (status: number) => boolean = isAway,
): Promise<Result<T>> {
  for (let attempt = 0; ; attempt++) {
    const result = await ask(AbortSignal.timeout(READ_MS));
    if (result.ok || !away(result.status) || !wanted()) return result;
    await new Promise<void>((done) => setTimeout(done, waitMs(attempt)));
    if (!wanted()) return result;
  }
}
