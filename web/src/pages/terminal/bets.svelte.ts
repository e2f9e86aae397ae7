/** One's wagers of a coup: each area has one stake; nothing is shown as placed before the answer. */
import { SvelteMap } from "svelte/reactivity";
import type { Accepted, Command, Problem, Result } from "../../api/types";
import { numberIn } from "../../table/view";
import { type Doings, Remembered } from "./undone.svelte";

export interface Lying {
  number: number;
  wager: string;
  stake_cents: number;
  box?: number | null;
  /** It waits for coups to come, and is not touched. */
  fixed?: boolean;
}

/** Where boxes are shared a wager is on one of them; elsewhere the box is the seat's. */
type Box = number | null;
const keyOf = (wager: string, box: Box) => (box === null ? wager : `${box}/${wager}`);
const onBox = (box: Box) => (box === null ? {} : { box });

export interface Refused {
  what: "place" | "raise" | "withdraw" | "other";
  wager: string | null;
  cents: number;
  problem: Problem;
  /** The results that it named. */
  nominated?: string;
}

interface Asked {
  key: string;
  cents: number;
  /** The sequence with which the table shows it; unknown while it is asked. */
  until: number | null;
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
  /** Where what can be taken back is kept; for the life of the page, where nothing is said. */
  doings?: Doings;
}

export class Bets {
  refused: Refused | null = $state.raw(null);
  #asked: Asked[] = $state.raw([]);
  /** Stakes known from answers, which the table may not show yet. */
  #known = new SvelteMap<string, Lying & { until: number }>();
  #line: Promise<unknown> = Promise.resolve();
  readonly #given: Given;
  readonly #doings: Doings;

  constructor(given: Given) {
    this.#given = given;
    this.#doings = given.doings ?? new Remembered();
  }

  /** What is asked for an area and not shown by the table yet. */
  pending(wager: string, box: Box = null): number {
    const shown = this.#given.sequence();
    const key = keyOf(wager, box);
    return this.#asked
      .filter((one) => one.key === key && (one.until === null || one.until > shown))
      .reduce((sum, one) => sum + one.cents, 0);
  }

  get canUndo(): boolean {
    return this.#undone().length > 0;
  }

  /** What was done and lies there still: what was taken back elsewhere is not taken back again. */
  #undone() {
    const shown = this.#given.sequence();
    const known = [...this.#known.values()].filter((one) => one.until > shown);
    const lies = new Set([...this.#given.lying(), ...known].map((one) => one.number));
    return this.#doings.done.filter((one) => lies.has(one.number));
  }

  /** A new coup: what was done before cannot be undone. */
  begin(): void {
    this.#doings.done = [];
    this.#known.clear();
    this.refused = null;
  }

  /** Put a chip on an area: a wager, or more on the one that lies there. */
  place(wager: string, cents: number, box: Box = null, nominated = ""): Promise<void> {
    const asked: Asked = { key: keyOf(wager, box), cents, until: null };
    this.#asked = [...this.#asked, asked];
    return this.#next(async () => {
      // Results that are named make a wager of its own each time.
      const lies = nominated === "" ? this.#on(wager, box) : null;
      const approval = this.#given.approval?.() ?? null;
      const result = lies
        ? await this.#given.send({ do: "increase-wager", number: lies.number, amount_cents: cents })
        : await this.#given.send({
            do: "place-wager",
            wager,
            amount_cents: cents,
            ...onBox(box),
            ...(nominated === "" ? {} : { nominated }),
            ...(approval === null ? {} : { approval }),
          });
      this.#asked = this.#asked.filter((one) => one !== asked);
      if (!result.ok) {
        this.#refuse(lies ? "raise" : "place", wager, cents, result.problem, nominated);
        return;
      }
      this.refused = null;
      const until = result.value.sequence;
      this.#asked = [
        ...this.#asked.filter((one) => (one.until ?? Infinity) > this.#given.sequence()),
        { ...asked, until },
      ];
      const before = lies?.stake_cents ?? 0;
      const number = lies?.number ?? numberOf(result.value);
      if (number === null) return;
      this.#known.set(asked.key, { number, wager, box, stake_cents: before + cents, until });
      this.#doings.done = [...this.#undone(), { wager, box, number, before }];
      this.#given.accepted?.(wager, before + cents);
    });
  }

  /** Take the last chip back. What was raised is taken back whole and placed as it was. */
  undo(): Promise<void> {
    return this.#next(async () => {
      const done = this.#undone();
      const last = done.at(-1);
      if (!last) return;
      this.#doings.done = done.slice(0, -1);
      const { wager, box } = last;
      const lies = this.#on(wager, box);
      if (!lies || !(await this.#withdraw(lies)) || last.before === 0) return;
      const again = await this.#given.send({
        do: "place-wager",
        wager,
        amount_cents: last.before,
        ...onBox(box),
      });
      if (!again.ok) return this.#refuse("place", last.wager, last.before, again.problem);
      const number = numberOf(again.value);
      if (number === null) return;
      this.#known.set(keyOf(wager, box), {
        number,
        wager,
        box,
        stake_cents: last.before,
        until: again.value.sequence,
      });
      this.#doings.done = this.#doings.done.map((one) =>
        one.wager === wager && one.box === box ? { ...one, number } : one,
      );
    });
  }

  /** Take every wager of one's own back. */
  clear(boxes = false): Promise<void> {
    return this.#next(async () => {
      const places = [...this.#given.lying(), ...this.#known.values()].map(({ wager, box }) => ({
        wager,
        box: boxes ? (box ?? null) : null,
      }));
      const every = new Map(places.map((one) => [keyOf(one.wager, one.box), one]));
      for (const { wager, box } of every.values()) {
        const lies = this.#on(wager, box);
        if (lies && !(await this.#withdraw(lies))) return;
      }
      this.#doings.done = [];
    });
  }

  /** Place these again, but where a wager lies already. */
  repeat(
    lines: readonly { wager: string; stake_cents: number; box?: number | null }[],
  ): Promise<void>[] {
    return lines
      .map(({ box = null, ...one }) => ({ ...one, box }))
      .filter((one) => !this.#on(one.wager, one.box) && this.pending(one.wager, one.box) === 0)
      .map((one) => this.place(one.wager, one.stake_cents, one.box));
  }

  /** What lies on an area: the answer's word counts until the table shows it. */
  #on(wager: string, box: Box): Lying | null {
    const known = this.#known.get(keyOf(wager, box));
    if (known && known.until > this.#given.sequence()) return known.number === 0 ? null : known;
    const here = (one: Lying) => box === null || one.box === box;
    return (
      this.#given.lying().find((one) => one.wager === wager && here(one) && !one.fixed) ?? null
    );
  }

  async #withdraw(lies: Lying): Promise<boolean> {
    const result = await this.#given.send({ do: "withdraw-wager", number: lies.number });
    if (!result.ok) {
      this.#refuse("withdraw", lies.wager, lies.stake_cents, result.problem);
      return false;
    }
    this.refused = null;
    const until = result.value.sequence;
    for (const box of new Set([null, lies.box ?? null])) {
      const { wager } = lies;
      this.#known.set(keyOf(wager, box), { number: 0, wager, box, stake_cents: 0, until });
    }
    return true;
  }

  #refuse(
    what: Refused["what"],
    wager: string | null,
    cents: number,
    problem: Problem,
    nominated = "",
  ): void {
    this.refused = { what, wager, cents, problem, nominated };
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
