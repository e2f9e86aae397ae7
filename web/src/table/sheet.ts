/** A table's sheet: what its wagers are called, and what closes betting. */
import type { Schemas } from "../api/types";
import { told } from "../words/told.svelte";
import { isWord, type Language, said } from "../words/words.svelte";

export type Sheet = Schemas["Sheet"];
export type SheetArea = Schemas["AreaDrawn"];
/** What a felt is drawn from: a table's sheet, or a layout without a table. */
export type Drawn = Pick<Sheet, "identity" | "layout" | "close"> & { areas: SheetArea[] };

/** What a wager is called: in Chinese where the layout has it so. */
export function titleOf(area: { name: string; zh: string | null }, language: Language): string {
  return language === "zh" && area.zh !== null ? area.zh : told(area.name, language);
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
