/** The chips a player picks from, and the one in hand. */
import { chipSet } from "../../look/chips";
import { chipsFor, takes } from "./amounts";
import type { Play } from "./play.svelte";

export class Chips {
  /** The chip in hand. */
  chosen = $state(0);
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
    if (!play.player) return;
    $effect(() => {
      const { offered, picked } = this;
      if (this.chosen !== 0 && offered.has(this.chosen)) return;
      if (offered.size === 0 && picked.some((one) => one.cents === this.chosen)) return;
      const least = this.#play.areas.find((one) => one.group === "main")?.minimum_cents ?? 0;
      const some = offered.size > 0 ? picked.filter((one) => offered.has(one.cents)) : picked;
      this.chosen = (some.find((one) => one.cents >= least) ?? some.at(-1))?.cents ?? 0;
    });
  }

  readonly set = $derived.by(() => chipSet(this.#play.sheet?.chips ?? []));
  /** The chips to pick from. */
  readonly picked = $derived.by(() =>
    chipSet(
      chipsFor(
        this.#play.sheet?.chips ?? [],
        this.#play.areas.map((one) => one.minimum_cents),
      ),
    ),
  );
  /** What one could still add to an area without leaving its limits. */
  takes(id: string, cents: number): boolean {
    const area = this.#play.areas.find((one) => one.id === id);
    const { sign, unit_cents: unit = 0 } = this.#play.sheet ?? {};
    const { credit_cents: credit = 0, staked_cents: staked = 0 } = this.#play.own.now ?? {};
    if (area === undefined || cents > credit) return false;
    const most = sign?.by_player_maximum_cents ?? null;
    if (most !== null && staked + cents > most) return false;
    const here = (one: { wager: string; box?: number | null }) =>
      one.wager === id && (this.#play.box === null || one.box === this.#play.box);
    const lies = this.#play.lying.filter((one) => here(one) && !one.fixed);
    const stake = lies.reduce((sum, one) => sum + one.stake_cents, 0);
    return takes(area, stake + this.#play.bets.pending(id, this.#play.box), cents, unit);
  }
  /** The chips that some area takes now. */
  readonly offered = $derived.by(
    () =>
      new Set(
        this.picked
          .map((one) => one.cents)
          .filter((cents) => this.#play.areas.some((area) => this.takes(area.id, cents))),
      ),
  );
}
