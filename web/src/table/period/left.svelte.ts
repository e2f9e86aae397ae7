/** The time to bet that a table keeps, by the server's time. */
import { onDestroy } from "svelte";
import type { Schemas } from "../../api/types";
import { serverNow } from "../../api/time";

export type TimeToBet = Schemas["TimeToBet"];

const TICK_MS = 200;

/** Milliseconds that are left at `now`; nothing where no time to bet was called for. */
export function msLeft(period: TimeToBet | null, now: number): number | null {
  if (period === null) return null;
  if (period.no_more) return 0;
  const left = Date.parse(period.closes_at) - now;
  // Clocks differ by less than a second: it never lasts longer than it was called for.
  return Math.max(0, Math.min(period.seconds * 1000, left));
}

/** How much of it is left, told five times a second. */
export class BetTime {
  readonly #period: () => TimeToBet | null;
  #now = $state(serverNow());

  constructor(period: () => TimeToBet | null | undefined) {
    this.#period = () => period() ?? null;
    const ticking = setInterval(() => (this.#now = serverNow()), TICK_MS);
    onDestroy(() => clearInterval(ticking));
  }

  readonly leftMs = $derived.by(() => {
    const period = this.#period();
    return msLeft(period, Math.max(this.#now, period === null ? 0 : Date.parse(period.opened_at)));
  });
  /** Whole seconds; nothing where no time to bet was called for. */
  readonly seconds = $derived.by(() =>
    this.leftMs === null ? null : Math.ceil(this.leftMs / 1000),
  );
  readonly share = $derived.by(() => {
    const whole = (this.#period()?.seconds ?? 0) * 1000;
    return this.leftMs === null || whole === 0 ? 0 : this.leftMs / whole;
  });
  /** It ran out, or was ended: no wager is taken any more. */
  readonly over = $derived.by(() => this.leftMs === 0);
}
