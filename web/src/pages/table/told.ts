/** One sentence for each change, for the live region. */
import type { SeenEvent, View } from "../../api/types";
import { cardName } from "../../look/cards";
import { type Language, said } from "../../words/words.svelte";
import { cardOf, coupOf, type Drawn, type Sheet, type SheetArea, type Side } from "./seen";

/** The area of a hand, which gives the hand its name. */
export function areaOf(sheet: Drawn | null, hue: "player" | "banker" | "tie"): SheetArea | null {
  return sheet?.areas.find((one) => one.group === "main" && one.hue === hue) ?? null;
}

/** What a hand or a tie is called. */
export function sideName(sheet: Sheet | null, hue: "player" | "banker" | "tie", language: Language): string {
  const area = areaOf(sheet, hue);
  if (area === null) return "";
  return language === "zh" && area.zh !== null ? area.zh : area.short;
}

/** "Banker wins, 6 to 4"; nothing where the outcome is not one of the hands'. */
export function resultText(
  sheet: Sheet | null,
  outcome: string,
  player: number,
  banker: number,
  language: Language,
): string | null {
  if (outcome === "tie") {
    return said("table.result.tie", language, {
      name: sideName(sheet, "tie", language),
      count: player,
    });
  }
  if (outcome !== "player" && outcome !== "banker") return null;
  const [high, low] = outcome === "player" ? [player, banker] : [banker, player];
  return said("table.result.wins", language, {
    side: sideName(sheet, outcome, language),
    high,
    low,
  });
}

const isSide = (value: unknown): value is Side => value === "player" || value === "banker";

/** What is said of an event; nothing of most of them. */
export function tell(
  event: SeenEvent,
  view: View | null,
  sheet: Sheet | null,
  language: Language,
): string | null {
  const fields: Record<string, unknown> = event.fields ?? {};
  const hand = fields["hand"];
  switch (event.event) {
    case "card-dealt":
    case "card-turned": {
      if (!isSide(hand)) return null;
      const side = sideName(sheet, hand, language);
      if (typeof fields["card"] !== "number") return said("table.said.down", language, { side });
      const card = cardName(cardOf(fields["card"]), language);
      const count = coupOf(view)?.[hand].count;
      const word = fields["place"] === 2 ? "table.said.draws" : "table.said.card";
      const dealt = said(word, language, { side, card });
      return count == null ? dealt : `${dealt} ${said("table.said.count", language, { side, count })}`;
    }
    case "betting-closed":
      return said("table.said.closed", language);
    case "result-announced": {
      const { outcome, player, banker } = fields;
      if (typeof player !== "number" || typeof banker !== "number") return null;
      const text = resultText(sheet, String(outcome), player, banker, language);
      return text === null ? null : said("table.said.end", language, { text });
    }
    case "coup-voided":
      return said("table.said.void", language);
    default:
      return null;
  }
}
