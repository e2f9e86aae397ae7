/** What the areas of a terminal show: stakes, what the settled coup paid, results still needed. */
import { type Mark, marksAfter } from "../../table/marks";
import { wagersOf } from "../../table/view";
import type { Play } from "./play.svelte";

const EMPTY: Mark = { state: "empty", stake: 0, paid: 0 };

export class Marks {
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
  }

  readonly #settled = $derived.by(
    () =>
      this.#play.coup === null && this.#play.lying.length === 0 && this.#play.bets.refused === null,
  );
  readonly #after = $derived.by(() =>
    this.#settled && this.#play.table.last !== null && this.#play.table.last.settled
      ? new Map(
          [...marksAfter(this.#play.table.last.lines)].map(([key, mark]) => {
            const [box = "", wager = ""] = key.split("/");
            return [this.#play.box === null ? wager : `${box}/${wager}`, mark];
          }),
        )
      : new Map<string, Mark>(),
  );
  /** One's wagers that outlive a coup, with the results that each still needs. */
  readonly waiting = $derived.by(() =>
    this.#play.lying.flatMap((one) => {
      const area = this.#play.areas.find((found) => found.id === one.wager);
      if (area === undefined || (area.sequence === "" && area.nominated === null)) return [];
      const counted = Number(one.memory || "0");
      const whole = area.sequence || one.nominated || "";
      const needs = area.tail === null ? whole.slice(counted) : "";
      return [{ number: one.number, wager: one.wager, counted, needs, tail: area.tail }];
    }),
  );
  /** What the indicators of the table's tails show, by the wager that opens each. */
  readonly indicators = $derived.by(() => {
    const tails = this.#play.areas.filter((one) => one.tail === one.id);
    return tails.map((one) => {
      const mine = (id: string) => this.#play.areas.find((area) => area.id === id)?.tail === one.id;
      const shown = wagersOf(this.#play.view)
        .filter((lies) => mine(lies.wager))
        .map((lies) => Number(lies.memory || "0"));
      return { id: one.id, shown: Math.max(0, ...shown) };
    });
  });
  /** What one's area shows. */
  of(id: string): Mark {
    const here = (box: number | null | undefined) =>
      this.#play.box === null || box === this.#play.box;
    const lies = this.#play.lying.filter((one) => one.wager === id && here(one.box));
    const stake = lies.reduce((sum, one) => sum + one.stake_cents, 0);
    if (stake > 0) return { state: this.#play.closed ? "locked" : "placed", stake, paid: 0 };
    if (this.#play.bets.refused?.wager === id) return { ...EMPTY, state: "refused" };
    const key = this.#play.box === null ? id : `${this.#play.box}/${id}`;
    return (
      (this.#play.bets.pending(id, this.#play.box) > 0 ? undefined : this.#after.get(key)) ?? EMPTY
    );
  }
  /** What the settled coup brought; nothing while another is under way. */
  readonly brought = $derived.by(() =>
    this.#settled &&
    this.#play.own.coup !== null &&
    this.#play.own.coup.coup === this.#play.table.last?.coup
      ? this.#play.own.coup.net_cents
      : null,
  );
}
