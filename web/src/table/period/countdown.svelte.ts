/** The time that is left of a period, by the server's time: a screen's own clock may be wrong. */
import { onDestroy } from "svelte";
import type { Schemas } from "../../api/types";

export type Period = Schemas["PeriodSeen"];

const TICK_MS = 200;

/** Milliseconds left: the server said `at` what time it was there, `sinceMs` ago. */
export function leftOf(period: Period | null | undefined, sinceMs: number): number | null {
  if (!period?.ends) return null;
  return Math.max(0, Date.parse(period.ends) - Date.parse(period.at) - Math.max(0, sinceMs));
}

/** What is left of a period that is told now and then; it counts between. */
export class Countdown {
  #told: () => Period | null | undefined;
  #period: Period | null | undefined;
  #heard = performance.now();
  #now = $state(performance.now());

  constructor(told: () => Period | null | undefined) {
    this.#told = told;
    const ticking = setInterval(() => (this.#now = performance.now()), TICK_MS);
    onDestroy(() => clearInterval(ticking));
  }

  readonly leftMs = $derived.by(() => {
    const period = this.#told();
    if (period !== this.#period) {
      this.#period = period;
      this.#heard = performance.now();
    }
    return leftOf(period, Math.max(this.#now, this.#heard) - this.#heard);
  });
  /** Whole seconds, as a screen shows them; nothing where no period runs. */
  readonly seconds = $derived.by(() =>
    this.leftMs === null ? null : Math.ceil(this.leftMs / 1000),
  );
  /** How long a period lasts, in seconds. */
  readonly whole = $derived.by(() => {
    const period = this.#told();
    return period ? period.milliseconds / 1000 : null;
  });
  /** Whether wagers are taken now. */
  readonly runs = $derived.by(() => this.leftMs !== null && this.leftMs > 0);
}
