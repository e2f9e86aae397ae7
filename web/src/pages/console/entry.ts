/** Card entry: a rank, then a suit, by taps, keys or a scanner that types them and Enter. */
import { RANKS, type Suit, SUITS } from "../../look/cards";

export interface Entry {
  rank: string | null;
  suit: Suit | null;
}

export const NOTHING: Entry = { rank: null, suit: null };

const isRank = (text: string): boolean => (RANKS as readonly string[]).includes(text);
const isSuit = (text: string): text is Suit => (SUITS as readonly string[]).includes(text);

/** What a key adds; `null` where it is none of a card's. A rank begins anew; `1` waits for `0`. */
export function typed(entry: Entry, key: string): Entry | null {
  const upper = key.toUpperCase();
  if (key === "Backspace") {
    if (entry.suit !== null) return { ...entry, suit: null };
    return entry.rank !== null ? NOTHING : null;
  }
  if (key === "1") return { rank: "1", suit: null };
  if (key === "0" && entry.rank === "1") return { rank: "T", suit: null };
  if (isRank(upper)) return { rank: upper, suit: null };
  const lower = key.toLowerCase();
  if (isSuit(lower) && entry.rank !== null && entry.rank !== "1") return { ...entry, suit: lower };
  return null;
}

/** The card entered, as the server writes it; nothing while it is not whole. */
export function cardOf(entry: Entry): string | null {
  return entry.rank !== null && entry.rank !== "1" && entry.suit !== null
    ? entry.rank + entry.suit
    : null;
}

/** A card as people and scanners write it: `8h`, `10S`, `td`; nothing where it is no card. */
export function readCard(text: string): string | null {
  const plain = text.trim().replace(/^10/, "T");
  const rank = plain.slice(0, 1).toUpperCase();
  const suit = plain.slice(1).toLowerCase();
  return isRank(rank) && isSuit(suit) ? rank + suit : null;
}
