/** The limits sign in words: which row says what, and what a notice changes. */
import type { Schemas } from "../api/types";
import { money } from "../look/money";
import { reasonText, told } from "../words/told.svelte";
import { isWord, type Language, said } from "../words/words.svelte";

type Sheet = Schemas["Sheet"];
type SignRow = Sheet["sign"]["rows"][number];
type Notice = Sheet["notices"][number];

/** The names of the wagers of a row, in Chinese as the layout has them, or as its rulebook does. */
export function rowTitle(row: SignRow, areas: Sheet["areas"], language: Language): string {
  if (language !== "zh") return row.title;
  const chinese = row.areas.map((id) => areas.find((area) => area.id === id)?.zh ?? null);
  if (chinese.every((name) => name !== null) && chinese.length > 0) return chinese.join("、");
  const names = row.title.split(", ").map((name) => told(name, language));
  return names.join(", ") === row.title ? row.title : names.join("、");
}

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
