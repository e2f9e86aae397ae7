/** One sentence for each change, for the live region. */
import type { SeenEvent, View } from "../api/types";
import { tableFace } from "../games";
import { type Language, said } from "../words/words.svelte";
import { eventText } from "./events";
import type { Drawn } from "./sheet";

/** Events of every game that are said aloud. */
const ALOUD = new Set(["betting-closed", "coup-voided"]);

/** What is said of an event; nothing of most of them. */
export function announcement(
  event: SeenEvent,
  view: View | null,
  sheet: Drawn | null,
  language: Language,
): string | null {
  if (ALOUD.has(event.event)) {
    return said("table.said.end", language, { text: eventText(event, language) });
  }
  return tableFace(sheet)?.spoken(event, view, sheet, language) ?? null;
}
