/** The limits sign in words: which row says what, in the language chosen. */
import type { Schemas } from "../../api/types";
import type { Language } from "../../words/words.svelte";

type Sheet = Schemas["Sheet"];
type SignRow = Sheet["sign"]["rows"][number];

/** The names of the wagers of a row, in Chinese where the layout has them all. */
export function rowTitle(row: SignRow, areas: Sheet["areas"], language: Language): string {
  if (language !== "zh") return row.title;
  const chinese = row.areas.map((id) => areas.find((area) => area.id === id)?.zh ?? null);
  return chinese.every((name) => name !== null) && chinese.length > 0
    ? chinese.join("、")
    : row.title;
}
