/** Results and cards in words. */
import type { SeenEvent, View } from "../../api/types";
import { cardName, cardOf } from "../../look/cards";
import type { Drawn } from "../../table/sheet";
import { type Language, said, t } from "../../words/words.svelte";
import type { Consequence, Result } from "../game";
import { announcedSeen, countInPlay, countsIn, isSide } from "./seen";
import { sideName } from "./sides";

/** "Banker wins, 6 to 4"; nothing where the outcome is not one of the hands'. */
export function resultText(
  { outcome, totals }: Result,
  sheet: Drawn | null,
  language: Language,
): string | null {
  const [player, banker] = [totals["player"] ?? 0, totals["banker"] ?? 0];
  if (outcome === "tie") {
    return said("baccarat.result.tie", language, {
      name: sideName(sheet, "tie", language),
      count: player,
    });
  }
  if (!isSide(outcome)) return null;
  const [high, low] = outcome === "player" ? [player, banker] : [banker, player];
  return said("baccarat.result.wins", language, {
    side: sideName(sheet, outcome, language),
    high,
    low,
  });
}

/** "Player 4, Banker 6". */
export function totalsText(round: Consequence): string | null {
  const { player, banker } = countsIn(round);
  if (player === null && banker === null) return null;
  return t("baccarat.counts", { player: player ?? "–", banker: banker ?? "–" });
}

/** What is said of a card and of a result. */
export function spoken(
  event: SeenEvent,
  view: View | null,
  sheet: Drawn | null,
  language: Language,
): string | null {
  const { hand, card, place } = event.fields ?? {};
  switch (event.event) {
    case "card-dealt":
    case "card-turned": {
      if (!isSide(hand)) return null;
      const side = sideName(sheet, hand, language);
      if (typeof card !== "number") return said("table.said.down", language, { side });
      const word = place === 2 ? "table.said.draws" : "table.said.card";
      const dealt = said(word, language, { side, card: cardName(cardOf(card), language) });
      const count = countInPlay(view, hand);
      return count === null
        ? dealt
        : `${dealt} ${said("table.said.count", language, { side, count })}`;
    }
    case "result-announced": {
      const result = announcedSeen(event);
      const text = result === null ? null : resultText(result, sheet, language);
      return text === null ? null : said("table.said.end", language, { text });
    }
    default:
      return null;
  }
}
