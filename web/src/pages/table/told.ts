/** One sentence for each change, for the live region. */
import type { SeenEvent, View } from "../../api/types";
import { cardName } from "../../look/cards";
import { isWord, type Language, said } from "../../words/words.svelte";
import { cardOf, coupOf, type Drawn, type Sheet, type SheetArea, type Side } from "./seen";

/** What a wager is called: in Chinese where the layout has it so. */
export function titleOf(area: { name: string; zh: string | null }, language: Language): string {
  return language === "zh" && area.zh !== null ? area.zh : area.name;
}

/** The same of a wager that is known by its key; `name` where the table does not offer it now. */
export function wagerTitle(
  sheet: Drawn | null,
  wager: string,
  name: string,
  language: Language,
): string {
  const zh = sheet?.areas.find((one) => one.id === wager)?.zh ?? null;
  return titleOf({ name, zh }, language);
}

/** What closes betting. */
export function closeText(close: Drawn["close"], language: Language): string {
  const word = `table.close.${close.at}`;
  return isWord(word) ? said(word, language) : close.sentence;
}

/** The area of a hand, which gives the hand its name. */
export function areaOf(sheet: Drawn | null, hue: "player" | "banker" | "tie"): SheetArea | null {
  return sheet?.areas.find((one) => one.group === "main" && one.hue === hue) ?? null;
}

/** What a hand or a tie is called: by the layout, or by us where it has no word in the language. */
export function sideName(sheet: Drawn | null, hue: "player" | "banker" | "tie", language: Language): string {
  const area = areaOf(sheet, hue);
  const given = language === "zh" ? area?.zh : area?.short;
  return given ?? said(`display.${hue}`, language);
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
