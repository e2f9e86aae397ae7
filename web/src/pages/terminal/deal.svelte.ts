/** The deal at a terminal: while bets are closed, and for a moment after the coup is settled. */
import { onDestroy } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import type { Hand } from "../../games/game";
import { endsCoup } from "../../table/changes";
import type { Watch } from "../../table/watch.svelte";

/** How long a result stands in the middle. */
export const RESULT_MS = 2000;

export const cardKey = (hand: string, place: number) => `${hand}/${place}`;

export class DealShown {
  /** The coup whose result stands in the middle now. */
  settled: number | null = $state(null);
  /** Cards that lay face down here and are not turned by this player yet. */
  #covered = new SvelteSet<string>();
  readonly #table: Watch;
  #ends: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Watch) {
    this.#table = table;
    onDestroy(() => clearTimeout(this.#ends));
    onDestroy(
      table.feed.onevents((events, skip) => {
        if (events.some((one) => one.event === "coup-started")) this.#covered.clear();
        for (const { event, fields } of events) {
          const key = cardKey(String(fields?.["hand"]), Number(fields?.["place"]));
          // A card that is turned unseen, by a page that was away, is not to be squeezed.
          if (event === "card-turned" && !skip) this.#covered.add(key);
        }
        if (!skip && endsCoup(events)) this.#hold();
      }),
    );
  }

  #hold(): void {
    this.settled = this.#table.last?.coup ?? null;
    clearTimeout(this.#ends);
    this.#ends = setTimeout(() => this.dismiss(), RESULT_MS);
  }

  /** The result is not looked at any longer: who acts wants the areas. */
  dismiss(): void {
    clearTimeout(this.#ends);
    this.settled = null;
  }

  /** Whether the cards stand in the middle, and why: they are dealt, or they have been. */
  readonly shows: "dealing" | "result" | null = $derived.by(() => {
    const { coup } = this.#table;
    if (coup?.closed) return "dealing";
    return coup === null && this.settled !== null ? "result" : null;
  });

  /** Whether this card waits to be turned; a result turns every card. */
  covered(hand: string, place: number): boolean {
    return this.#table.result === null && this.#covered.has(cardKey(hand, place));
  }

  /** Turn a card that one has squeezed. */
  turn(hand: string, place: number): void {
    this.#covered.delete(cardKey(hand, place));
  }

  /** The hands as this player has seen them: a total would tell a card that is covered. */
  readonly hands: Hand[] = $derived.by(() =>
    this.#table.hands.map((hand) => {
      const cards = hand.cards.map((card, place) => (this.covered(hand.id, place) ? null : card));
      const hidden = cards.some((card, place) => card !== hand.cards[place]);
      return hidden ? { ...hand, cards, total: null, note: null, sentence: null } : hand;
    }),
  );
}
