/** The checks of an opened shoe that anybody can make: sum, decks, and where its coups lie. */
import { RANKS } from "../../look/cards";

const SUITS = "cdhs";
const CARDS = RANKS.length * SUITS.length;

export const cardsOf = (order: string): string[] =>
  order.split(/\s+/).filter((card) => card !== "");

/** The byte of a card, 4 × rank + suit; nothing where it is no card. */
export function byteOf(card: string): number | null {
  const rank = RANKS.indexOf(card.charAt(0) as (typeof RANKS)[number]);
  const suit = SUITS.indexOf(card.charAt(1));
  return card.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : null;
}

/** What the commitment is the sum of: the bytes of the nonce, then one byte for each card. */
export function committed(nonce: string, cards: readonly string[]): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(nonce)) return null;
  const salt = nonce.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  const bytes = cards.map(byteOf);
  return bytes.includes(null) ? null : Uint8Array.from([...salt, ...(bytes as number[])]);
}

/** How many whole decks the cards make; nothing where they make none. */
export function wholeDecks(cards: readonly string[]): number | null {
  const copies = new Map<string, number>();
  for (const card of cards) copies.set(card, (copies.get(card) ?? 0) + 1);
  const decks = cards.length / CARDS;
  const whole =
    cards.length > 0 &&
    copies.size === CARDS &&
    [...copies].every(([card, count]) => count === decks && byteOf(card) !== null);
  return whole ? decks : null;
}

/** The place in the order at which each run of cards begins, one after the other; null: not there. */
export function places(order: readonly string[], runs: readonly string[][]): (number | null)[] {
  let from = 0;
  return runs.map((run) => {
    if (run.length === 0) return null;
    for (let at = from; at + run.length <= order.length; at++) {
      if (run.every((card, place) => order[at + place] === card)) {
        from = at + run.length;
        return at;
      }
    }
    return null;
  });
}
