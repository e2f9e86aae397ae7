/** Cards as the server writes them (`Ah`, `Td`): their names and signs. */
import { type Language, said, type Word } from "../words/words.svelte";

export type Suit = "c" | "d" | "h" | "s";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];

const SIGNS: Record<Suit, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
const NAMED = new Set(["A", "J", "Q", "K"]);

export const rankOf = (card: string): string => card.slice(0, 1).toUpperCase();
export const suitOf = (card: string): Suit => card.slice(1, 2).toLowerCase() as Suit;
export const isRed = (card: string): boolean => suitOf(card) === "h" || suitOf(card) === "d";
export const suitSign = (card: string): string => SIGNS[suitOf(card)];

/** A card by its number, which events and results have: `4 × rank + suit`, clubs first. */
export function cardOf(id: number): string {
  return `${RANKS[Math.floor(id / 4)] ?? "?"}${"cdhs"[id % 4] ?? "?"}`;
}

/** A card in short: `10♥`. */
export const shortCard = (card: string): string => printed(rankOf(card)) + suitSign(card);

/** The rank as it is printed: `10` for `T`. */
export const printed = (rank: string): string => (rank === "T" ? "10" : rank);

/** "8 of hearts". */
export function cardName(card: string | null, language: Language): string {
  if (card === null) return said("card.down", language);
  const rank = rankOf(card);
  return said("card.of", language, {
    rank: NAMED.has(rank) ? said(`card.${rank}` as Word, language) : printed(rank),
    suit: said(`suit.${suitOf(card)}`, language),
  });
}
