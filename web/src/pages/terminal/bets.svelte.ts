/** One's wagers of a coup: each area has one stake; nothing is shown as placed before the answer. */
import { SvelteMap } from "svelte/reactivity";
import type { Accepted, Command, Problem, Result, Schemas, WagerStep } from "../../api/types";
import { numberIn } from "../../table/view";

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

/** An act on several wagers at once. */
export type Whole = "undo" | "clear" | "double" | "lay";

export interface Refused {
  what: "place" | "raise" | Whole;
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

/** A wager that is to be laid, with its whole stake. */
export interface Line {
  wager: string;
  stake_cents: number;
  box?: Box;
}

const WAIT_MS = 20;
const WAITS = 100;

export interface Given {
  send: (body: Command) => Promise<Result<Accepted>>;
  /** Several steps as one act: all of them are done, or none. */
  lay: (steps: WagerStep[]) => Promise<Result<Accepted>>;
  /** What was laid and can be taken back, act by act, as the table shows it. */
  laid: () => readonly Schemas["LaidAct"][];
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
  /** Stakes known from answers, which the table may not show yet. */
  #known = new SvelteMap<string, Lying & { until: number }>();
  #line: Promise<unknown> = Promise.resolve();
  /** The sequence with which the table shows what was done last. */
  #until = 0;
  /** The same of the last act on several wagers: no single wager is placed before. */
  #whole = 0;
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** What is asked for an area and not shown by the table yet. */
  pending(wager: string, box: Box = null): number {
    const shown = this.#given.sequence();
    const key = keyOf(wager, box);
    return this.#asked
      .filter((one) => one.key === key && (one.until === null || one.until > shown))
      .reduce((sum, one) => sum + one.cents, 0);
  }

  /** What is on its way is undone as soon as the table shows it. */
  get canUndo(): boolean {
    const shown = this.#given.sequence();
    return (
      this.#given.laid().length > 0 || this.#asked.some((one) => (one.until ?? shown + 1) > shown)
    );
  }

  /** A new coup: what was refused before is told no more. */
  begin(): void {
    this.#known.clear();
    this.refused = null;
  }

  /** Put a chip on an area: a wager, or more on the one that lies there. */
  place(wager: string, cents: number, box: Box = null, nominated = ""): Promise<void> {
    const asked: Asked = { key: keyOf(wager, box), cents, until: null };
    this.#asked = [...this.#asked, asked];
    return this.#next(async () => {
      await this.#shown(this.#whole);
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
      this.#until = until;
      this.#given.accepted?.(wager, before + cents);
    });
  }

  /** Take the last act back. What was raised is taken back whole and placed as it was. */
  undo(): Promise<boolean> {
    return this.#act("undo", () => {
      const last = this.#given.laid().at(-1);
      const first = new Map(last?.chips.toReversed().map((one) => [one.number, one]));
      return [...first.values()].flatMap(({ number, wager, box, before_cents: before }) => [
        { do: "withdraw-wager" as const, number },
        ...(before > 0 ? [placing({ wager, stake_cents: before, box })] : []),
      ]);
    });
  }

  /** Take every wager of one's own back; the newest first, since it may rest on an older one. */
  clear(): Promise<boolean> {
    return this.#act("clear", () =>
      this.#mine()
        .sort((one, other) => other.number - one.number)
        .map(({ number }) => ({ do: "withdraw-wager", number })),
    );
  }

  /** Lay as much again on every wager of one's own. */
  double(): Promise<boolean> {
    return this.#act("double", () =>
      this.#mine().map(({ number, stake_cents: amount_cents }) => ({
        do: "increase-wager",
        number,
        amount_cents,
      })),
    );
  }

  /** Lay these. Where a wager lies already it is left as it is, or raised to as much more. */
  lay(lines: readonly Line[], also: "leave" | "raise" = "leave"): Promise<boolean> {
    const asked: Asked[] = lines
      .filter((one) => also === "raise" || !this.#on(one.wager, one.box ?? null))
      .map((one) => ({
        key: keyOf(one.wager, one.box ?? null),
        cents: one.stake_cents,
        until: null,
      }));
    this.#asked = [...this.#asked, ...asked];
    const approval = this.#given.approval?.() ?? null;
    return this.#act("lay", () =>
      lines.flatMap((line): WagerStep[] => {
        const lies = this.#on(line.wager, line.box ?? null);
        if (lies && also === "leave") return [];
        if (lies)
          return [{ do: "increase-wager", number: lies.number, amount_cents: line.stake_cents }];
        return [{ ...placing(line), ...(approval === null ? {} : { approval }) }];
      }),
    ).finally(() => (this.#asked = this.#asked.filter((one) => !asked.includes(one))));
  }

  /** One's wagers that may be changed. */
  #mine(): Lying[] {
    return this.#given.lying().filter((one) => !one.fixed);
  }

  /** One act on several wagers: whether it was done; where not, `refused` says why. */
  #act(what: Whole, steps: () => WagerStep[]): Promise<boolean> {
    return this.#next(async () => {
      await this.#shown(this.#until);
      const found = steps();
      if (found.length === 0) return true;
      const result = await this.#given.lay(found);
      if (!result.ok) {
        this.#refuse(what, null, 0, result.problem);
        return false;
      }
      this.refused = null;
      this.#known.clear();
      this.#until = this.#whole = result.value.sequence;
      await this.#shown(this.#until);
      return true;
    });
  }

  /** Until the table shows this; not for ever. */
  async #shown(sequence: number): Promise<void> {
    for (let n = 0; n < WAITS && this.#given.sequence() < sequence; n++)
      await new Promise((done) => setTimeout(done, WAIT_MS));
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

  #refuse(
    what: Refused["what"],
    wager: string | null,
    cents: number,
    problem: Problem,
    nominated = "",
  ): void {
    this.refused = { what, wager, cents, problem, nominated };
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#line.then(act);
    this.#line = done.catch(() => {});
    return done;
  }
}

const placing = ({ wager, stake_cents, box }: Line): WagerStep => ({
  do: "place-wager",
  wager,
  amount_cents: stake_cents,
  ...onBox(box ?? null),
});

/** The number of the wager that was placed. */
function numberOf(accepted: Accepted): number | null {
  return numberIn(
    accepted.events.find((one) => one.event === "wager-placed"),
    "number",
  );
}
