/** The rows of a limits sign in the language chosen. */
import type { Schemas } from "../api/types";
import { told } from "../words/told.svelte";
import type { Language } from "../words/words.svelte";

type Sheet = Schemas["Sheet"];
type SignRow = Sheet["sign"]["rows"][number];

/** The names of the wagers of a row, in Chinese as the layout has them, or as its rulebook does. */
export function rowTitle(row: SignRow, areas: Sheet["areas"], language: Language): string {
  if (language !== "zh") return row.title;
  const chinese = row.areas.map((id) => areas.find((area) => area.id === id)?.zh ?? null);
  if (chinese.every((name) => name !== null) && chinese.length > 0) return chinese.join("、");
  const names = row.title.split(", ").map((name) => told(name, language));
  return names.join(", ") === row.title ? row.title : names.join("、");
}
