/** The limits sign in words: which row says what, in the language chosen. */
import type { Schemas } from "../../api/types";
import { money } from "../../look/money";
import { reasonText, told } from "../../words/told.svelte";
import { isWord, type Language, said } from "../../words/words.svelte";

type Sheet = Schemas["Sheet"];
type Notice = Sheet["notices"][number];

/** What a notice says will change; when it does stands above it. */
export function noticeText(
  notice: Notice,
  sheet: Pick<Sheet, "areas" | "games">,
  language: Language,
): string {
  const word = `display.notice.${notice.kind}`;
  if (notice.minimum_cents !== null) {
    const minimum = money(notice.minimum_cents, { felt: true });
    if (notice.value === "") return said("display.minimum", language, { minimum });
    if (notice.value === "by player")
      return said("display.notice.by-player", language, { minimum });
    const area = sheet.areas.find((one) => one.id === notice.value);
    const what =
      language === "zh" ? (area?.zh ?? (area && told(area.short, language))) : area?.short;
    if (what !== undefined) return said("display.notice.on", language, { minimum, what });
  }
  if (isWord(word)) return said(word, language);
  const game = sheet.games.find((one) => one.id === notice.value);
  return game ? told(game.title, language) : reasonText(notice.sentence, notice.said, language);
}
