/** One's wagers of a coup: each area has one stake; nothing is shown as placed before the answer. */
import { SvelteMap } from "svelte/reactivity";
import type { Accepted, Command, Problem, Result } from "../../api/types";
import { numberIn } from "../../table/view";

export interface Lying {
  number: number;
  wager: string;
  stake_cents: number;
}

export interface Refused {
  what: "place" | "raise" | "withdraw" | "other";
  wager: string | null;
  cents: number;
  problem: Problem;
}

interface Asked {
  wager: string;
  cents: number;
  /** The sequence with which the table shows it; unknown while it is asked. */
  until: number | null;
}

interface Done {
  wager: string;
  number: number;
  before: number;
}

export interface Given {
  send: (body: Command) => Promise<Result<Accepted>>;
  /** One's wagers on the layout as the table shows them, and the sequence of that. */
  lying: () => readonly Lying[];
  sequence: () => number;
  /** An approval that was granted and may be used. */
  approval?: () => number | null;
  /** Told of each wager that was accepted: its whole stake. */
  accepted?: (wager: string, cents: number) => void;
}

export class Bets {
  refused: Refused | null = $state.raw(null);
  #asked: Asked[] = $state.raw([]);
  #done: Done[] = $state.raw([]);
  /** Stakes known from answers, which the table may not show yet. */
  #known = new SvelteMap<string, Lying & { until: number }>();
  #line: Promise<unknown> = Promise.resolve();
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** What is asked for an area and not shown by the table yet. */
  pending(wager: string): number {
    const shown = this.#given.sequence();
    return this.#asked
      .filter((one) => one.wager === wager && (one.until === null || one.until > shown))
      .reduce((sum, one) => sum + one.cents, 0);
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  /** A new coup: what was done before cannot be undone. */
  begin(): void {
    this.#done = [];
    this.#known.clear();
    this.refused = null;
  }

  /** Put a chip on an area: a wager, or more on the one that lies there. */
  place(wager: string, cents: number): Promise<void> {
    const asked: Asked = { wager, cents, until: null };
    this.#asked = [...this.#asked, asked];
    return this.#next(async () => {
      const lies = this.#on(wager);
      const approval = this.#given.approval?.() ?? null;
      const result = lies
        ? await this.#given.send({ do: "increase-wager", number: lies.number, amount_cents: cents })
        : await this.#given.send({
            do: "place-wager",
            wager,
            amount_cents: cents,
            ...(approval === null ? {} : { approval }),
          });
      this.#asked = this.#asked.filter((one) => one !== asked);
      if (!result.ok) return this.#refuse(lies ? "raise" : "place", wager, cents, result.problem);
      this.refused = null;
      const until = result.value.sequence;
      this.#asked = [
        ...this.#asked.filter((one) => (one.until ?? Infinity) > this.#given.sequence()),
        { ...asked, until },
      ];
      const before = lies?.stake_cents ?? 0;
      const number = lies?.number ?? numberOf(result.value);
      if (number === null) return;
      this.#known.set(wager, { number, wager, stake_cents: before + cents, until });
      this.#done = [...this.#done, { wager, number, before }];
      this.#given.accepted?.(wager, before + cents);
    });
  }

  /** Take the last chip back. What was raised is taken back whole and placed as it was. */
  undo(): Promise<void> {
    return this.#next(async () => {
      const last = this.#done.at(-1);
      if (!last) return;
      this.#done = this.#done.slice(0, -1);
      const lies = this.#on(last.wager);
      if (!lies || !(await this.#withdraw(lies)) || last.before === 0) return;
      const again = await this.#given.send({
        do: "place-wager",
        wager: last.wager,
        amount_cents: last.before,
      });
      if (!again.ok) return this.#refuse("place", last.wager, last.before, again.problem);
      const number = numberOf(again.value);
      if (number === null) return;
      this.#known.set(last.wager, {
        number,
        wager: last.wager,
        stake_cents: last.before,
        until: again.value.sequence,
      });
      this.#done = this.#done.map((one) => (one.wager === last.wager ? { ...one, number } : one));
    });
  }

  /** Take every wager of one's own back. */
  clear(): Promise<void> {
    return this.#next(async () => {
      const wagers = new Set([
        ...this.#given.lying().map((one) => one.wager),
        ...this.#known.keys(),
      ]);
      for (const wager of wagers) {
        const lies = this.#on(wager);
        if (lies && !(await this.#withdraw(lies))) return;
      }
      this.#done = [];
    });
  }

  /** Place these again, but where a wager lies already. */
  repeat(lines: readonly { wager: string; stake_cents: number }[]): Promise<void>[] {
    return lines
      .filter((one) => !this.#on(one.wager) && this.pending(one.wager) === 0)
      .map((one) => this.place(one.wager, one.stake_cents));
  }

  /** What lies on an area: the answer's word counts until the table shows it. */
  #on(wager: string): Lying | null {
    const known = this.#known.get(wager);
    if (known && known.until > this.#given.sequence()) return known.number === 0 ? null : known;
    return this.#given.lying().find((one) => one.wager === wager) ?? null;
  }

  async #withdraw(lies: Lying): Promise<boolean> {
    const result = await this.#given.send({ do: "withdraw-wager", number: lies.number });
    if (!result.ok) {
      this.#refuse("withdraw", lies.wager, lies.stake_cents, result.problem);
      return false;
    }
    this.refused = null;
    const until = result.value.sequence;
    this.#known.set(lies.wager, { number: 0, wager: lies.wager, stake_cents: 0, until });
    return true;
  }

  #refuse(what: Refused["what"], wager: string | null, cents: number, problem: Problem): void {
    this.refused = { what, wager, cents, problem };
  }

  #next(act: () => Promise<void>): Promise<void> {
    const done = this.#line.then(act);
    this.#line = done.catch(() => {});
    return done;
  }
}

/** The number of the wager that was placed. */
function numberOf(accepted: Accepted): number | null {
  return numberIn(
    accepted.events.find((one) => one.event === "wager-placed"),
    "number",
  );
}
