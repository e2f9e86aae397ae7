/** The dealer's hand and those of the boxes, wherever the server sends them. */
import type { Schemas } from "../../api/types";
import type { Coup } from "../../table/view";
import { isWord, type Language, said } from "../../words/words.svelte";
import type { Hand, Round } from "../game";
import { handsSent } from "../plain/seen";

export const DEALER = "dealer";
const DOUBLE = "double";
/** Where the card of a doubled hand lies: across the first two. */
const ACROSS = 2;
const LETTERS = ["", "b", "c"];

/** The box that a hand is of; none of the dealer's. */
export function boxOf(hand: string): number | null {
  const found = /^(\d+)[bc]?$/.exec(hand);
  return found ? Number(found[1]) : null;
}

/** Which hand of its box it is, from the first on. */
export const placeIn = (hand: string): number =>
  Math.max(0, LETTERS.indexOf(hand.replace(/^\d+/, "")));

export function handText(hand: string, language: Language): string {
  const box = boxOf(hand);
  if (box === null) return said("blackjack.dealer", language);
  const word = `blackjack.hand.${placeIn(hand)}`;
  return said(isWord(word) ? word : "blackjack.hand.0", language, { box });
}

/** What the game alone tells of a round in play. */
export interface Stage {
  control: Readonly<Record<string, string>>;
  hands: Readonly<Record<string, { doubled?: boolean; stood?: boolean; split?: boolean }>>;
  insurance: "open" | "closed" | "late" | null;
  asked: readonly string[];
}

const NONE: Stage = { control: {}, hands: {}, insurance: null, asked: [] };
export const stageOf = (coup: Coup | null): Stage => ({
  ...NONE,
  ...(coup?.stage as Partial<Stage> | undefined),
});

/** Hands that were doubled: the game says so in play, the wagers when it is over. */
function doubled(round: Round | null): (hand: string) => boolean {
  if (round === null) return () => false;
  if ("stage" in round) return (hand) => stageOf(round).hands[hand]?.doubled ?? false;
  const lines: readonly Partial<Schemas["LineTold"]>[] =
    "lines" in round && round.lines ? round.lines : [];
  const found = new Set(
    lines.flatMap((one) => (one.wager === DOUBLE ? [one.hand || String(one.box ?? "")] : [])),
  );
  return (hand) => found.has(hand);
}

const order = (hand: string) => (boxOf(hand) ?? 0) * LETTERS.length + placeIn(hand);

export function hands(round: Round | null, _sheet: unknown, language: Language): Hand[] {
  const across = doubled(round);
  const turn = round !== null && "turn" in round ? round.turn : null;
  return handsSent(round)
    .toSorted((one, other) => order(one.id) - order(other.id))
    .map(({ decision, ...hand }) => {
      const word = `blackjack.note.${decision}`;
      return {
        ...hand,
        title: handText(hand.id, language),
        area: null,
        hue: hand.id === DEALER ? "side-2" : "side-1",
        across: across(hand.id) ? ACROSS : null,
        note: isWord(word) ? said(word, language) : null,
        box: boxOf(hand.id),
        turn: turn === hand.id,
      };
    });
}

/** A total as it is called: "soft 17", "Blackjack", "23, over". */
export function totalText({ total, note }: Pick<Hand, "total" | "note">, language: Language) {
  if (total === null) return "";
  return note === null ? String(total) : said("blackjack.total", language, { note, total });
}
