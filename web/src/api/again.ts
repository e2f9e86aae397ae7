/** Asking again while the server is not there. */
import type { Result } from "./types";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
const READ_MS = 15_000;
/** What stands before a server says while it is being started. */
const AWAY = new Set([0, 502, 503, 504]);

/** How long to wait before the n-th attempt: doubling, with some chance in it, soon at its end. */
export function waitMs(attempt: number, chance: number = Math.random()): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(whole * (0.75 + chance / 2));
}

/** Whether an answer says that the server is away, and not that it refuses. */
export const isAway = (status: number): boolean => AWAY.has(status);

/** Read something; while the server is away, ask again for as long as `wanted` says so. */
export async function steadily<T>(
  ask: (signal: AbortSignal) => Promise<Result<T>>,
  wanted: () => boolean = () => true,
): Promise<Result<T>> {
  for (let attempt = 0; ; attempt++) {
    const result = await ask(AbortSignal.timeout(READ_MS));
    if (result.ok || !isAway(result.status) || !wanted()) return result;
    await new Promise<void>((done) => setTimeout(done, waitMs(attempt)));
    if (!wanted()) return result;
  }
}
