/**
 * Hands as the server sends them: a list for a coup in progress and for one that is told, by name
 * in results and in the list of coups. Pages know a list of hands.
 */
import type { Schemas } from "../../api/types";
import { cardOf } from "../../look/cards";
import { reasonText } from "../../words/told.svelte";
import type { Round } from "../game";

export interface SeenHand {
  id: string;
  title: string;
  cards: readonly (string | null)[];
  total: number | null;
  /** The game's word for what the hand does, or is. */
  decision: string | null;
  sentence: string | null;
  clauses: readonly string[];
}

type SentHand = Schemas["HandSeen"] & Partial<Schemas["HandTold"]>;

/** The cards of a text: `8h Td`. */
export const cardsIn = (text: string): string[] => text.split(/\s+/).filter((card) => card !== "");

/** A hand of which only its cards are sent, by their names in one text or by their numbers. */
export function bareHand(id: string, sent: string | readonly number[]): SeenHand {
  const cards = typeof sent === "string" ? cardsIn(sent) : sent.map(cardOf);
  return { id, title: id, cards, total: null, decision: null, sentence: null, clauses: [] };
}

/** The hands of a round that are sent as a list or by their names. */
export function handsSent(round: Round | null): SeenHand[] {
  if (round === null || !("hands" in round)) return [];
  const hands: SentHand[] | Record<string, string | number[]> = round.hands ?? {};
  if (!Array.isArray(hands)) return Object.entries(hands).map(([id, sent]) => bareHand(id, sent));
  return hands.map((hand) => ({
    id: hand.id,
    title: hand.title,
    cards: hand.cards ?? [],
    total: hand.count ?? null,
    decision: hand.decision ?? null,
    sentence: hand.sentence ? reasonText(hand.sentence, hand.said) : null,
    clauses: hand.clauses ?? [],
  }));
}
