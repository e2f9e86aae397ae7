/** What a console says of a coup: its stages, where a card goes, and a card in question. */
import type { Schemas } from "../../api/types";
import type { Coup, Draws } from "../../table/view";
import { isWord, type Language, said, t, type Word } from "../../words/words.svelte";
import type { Aside, Consequence, Slot, Trouble } from "../game";
import { isSide, lengthsIn, SIDES } from "./seen";

const THIRD = 2;

const handName = (hand: unknown, language: Language): string | null =>
  isSide(hand) ? said(`baccarat.hand.${hand}`, language) : null;

export const handText = (hand: string, language: Language): string =>
  handName(hand, language) ?? hand;

export function slot(hand: string | null, place: number | null, language: Language): Slot | null {
  const name = handName(hand, language);
  if (name === null || place === null || place > THIRD) return null;
  return {
    hand: name,
    place: said(`console.place.${place}` as Word, language),
    only: place === THIRD,
  };
}

export const dueText = (place: number | null): string =>
  t(place === THIRD ? "baccarat.third-due" : "console.card-due");

/** Who draws, once the counts are announced. */
export const phaseText = (draws: Draws | null, coup: Coup | null): string | null =>
  isSide(draws?.due) && coup?.stage["counts_announced"]
    ? t(`baccarat.phase.draws.${draws.due}`)
    : null;

/** The counts are announced first, the result when no card is due: two acts by one command. */
export const actText = (act: string, coup: Coup | null): string | null =>
  act !== "announce"
    ? null
    : t(
        coup?.stage["counts_announced"]
          ? "baccarat.act.announce.result"
          : "baccarat.act.announce.counts",
      );

export function stageText({ step, hand }: Schemas["Stage"]): string | null {
  const words = [`baccarat.step.${step}.${hand}`, `baccarat.step.${step}`];
  const word = words.find(isWord);
  return word === undefined ? null : t(word);
}

/**
 * A card that was set aside lies by the hand that does not get it: by the chosen ruling the other
 * gets it, and before one is chosen, the one that has its third card already does not.
 */
export function aside(trouble: Trouble, consequence: Consequence | null): Aside | null {
  const card = trouble.aside[0];
  if (card === undefined) return null;
  const lies = lengthsIn(trouble);
  const ruled = consequence === null ? null : lengthsIn(consequence);
  const goesTo = ruled === null ? null : (SIDES.find((side) => ruled[side] > lies[side]) ?? null);
  const byBanker = goesTo === "player" || (goesTo === null && lies.player > THIRD);
  return { hand: byBanker ? "banker" : "player", card, goesTo };
}
