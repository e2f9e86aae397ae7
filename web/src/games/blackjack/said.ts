/** What is said of a round: its result, its stages, what is asked, cards as they come. */
import type { Schemas, SeenEvent, View } from "../../api/types";
import { cardName, cardOf } from "../../look/cards";
import { eventText } from "../../table/events";
import { type Coup, coupOf, type CoupTold, type Draws } from "../../table/view";
import { isWord, type Language, said, t, words } from "../../words/words.svelte";
import type { DisplayShown, Result, Slot } from "../game";
import { DEALER, handText, stageOf } from "./boxes";

/** Events of this game that are said aloud, as the list of events words them. */
const ALOUD = new Set([
  "insurance-called",
  "insurance-closed",
  "round-concluded",
  "decision-called",
  "hand-split",
]);

export function result({ outcome, hands }: CoupTold): Result | null {
  if (outcome === "void" || !/^(\d+|bust|blackjack)$/.test(outcome)) return null;
  const count = hands.find((one) => one.id === DEALER)?.count ?? null;
  return { outcome, totals: count === null ? {} : { [DEALER]: count } };
}

/** The dealer's hand, as it is announced. */
export function resultText({ outcome }: Result, _sheet: unknown, language: Language): string {
  const word = `blackjack.result.${outcome}`;
  if (isWord(word)) return said(word, language);
  return said("blackjack.result", language, { total: outcome });
}

export function spoken(event: SeenEvent, view: View | null, language: Language): string | null {
  if (ALOUD.has(event.event)) {
    return said("table.said.end", language, { text: eventText(event, language) });
  }
  if (event.event !== "card-dealt" && event.event !== "card-turned") return null;
  const { hand, card } = event.fields ?? {};
  if (typeof hand !== "string") return null;
  const side = handText(hand, language);
  if (typeof card !== "number") return said("table.said.down", language, { side });
  const dealt = said("table.said.card", language, { side, card: cardName(cardOf(card), language) });
  const count = coupOf(view)?.hands.find((one) => one.id === hand)?.count;
  return count == null ? dealt : `${dealt} ${said("table.said.count", language, { side, count })}`;
}

export function slot(hand: string | null, place: number | null, language: Language): Slot | null {
  if (hand === null || place === null) return null;
  const word = `console.place.${place}`;
  return {
    hand: handText(hand, language),
    place: said(isWord(word) ? word : "blackjack.place.more", language),
    only: true,
  };
}

/** What the table waits for. */
export function phaseText(draws: Draws | null, coup: Coup | null): string | null {
  if (coup === null || coup.complete) return null;
  const { insurance } = stageOf(coup);
  if (draws?.turn) return t("blackjack.phase.turn", { hand: handText(draws.turn, words.language) });
  if (insurance === "open" || insurance === "late") return t("blackjack.phase.insurance");
  return null;
}

export function stageText({ step, hand }: Schemas["Stage"]): string | null {
  const word = `blackjack.step.${step}`;
  if (step === "boxes" && hand) return handText(hand, words.language);
  return isWord(word) ? t(word) : null;
}

/** Whoever shares a hand is asked; insurance is called for. */
export function questionText(choices: readonly string[], language: Language): string | null {
  const found = ["no-double", "stay", "no-insurance", "even-money"].find((one) =>
    choices.includes(one),
  );
  if (found === undefined) return null;
  return said(`blackjack.asked.${found}` as Parameters<typeof said>[0], language);
}

export function known({ view }: DisplayShown): (Result & { coup: number }) | null {
  const last = view.results.at(-1);
  return last ? { coup: last.coup, outcome: last.outcome, totals: {} } : null;
}
