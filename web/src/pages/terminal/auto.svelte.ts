/** The same wagers coup after coup, until it is stopped, or until the table takes them no more. */
import type { Line } from "./bets.svelte";

/** How many coups may be chosen. */
export const COUNTS = [5, 10, 25, 50] as const;

export interface Given {
  /** The round that can be wagered on now; nothing while none can. */
  round: () => string | null;
  /** Whether nothing of one's own lies that could be changed. */
  clear: () => boolean;
  /** Lay all of these, or none; whether it was done. */
  lay: (lines: readonly Line[]) => Promise<boolean>;
}

export class Auto {
  /** How many coups are still to come; nothing while it is off. */
  left: number | null = $state(null);
  /** Whether it has ended because it was refused. */
  stopped = $state(false);
  #lines: readonly Line[] = [];
  /** The round that it has wagered on last. */
  #done: string | null = null;
  #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Begin with the round that can be wagered on next. */
  start(lines: readonly Line[], coups: number): void {
    this.#lines = lines;
    this.stopped = false;
    this.left = lines.length > 0 ? coups : null;
    // What lies already is the first coup's.
    this.#done = null;
    void this.look();
  }

  stop(): void {
    this.left = null;
  }

  /** Lay the wagers where a new round waits for them. */
  async look(): Promise<void> {
    const round = this.#given.round();
    if (this.left === null || round === null || round === this.#done) return;
    this.#done = round;
    const lies = !this.#given.clear();
    // Whoever wagers by hand is not wagered for as well.
    const done = lies || (await this.#given.lay(this.#lines));
    if (this.left === null) return;
    if (!done) {
      this.stopped = true;
      this.left = null;
      return;
    }
    this.left = this.left > 1 ? this.left - 1 : null;
  }
}
