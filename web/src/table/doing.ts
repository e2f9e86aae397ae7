/** What a table does now, in words that all are told alike. */
import type { DisplayView } from "../api/types";
import { told } from "../words/told.svelte";
import { t } from "../words/words.svelte";
import type { Sheet } from "./sheet";
import type { Coup } from "./view";

interface Now {
  view: DisplayView | null;
  sheet: Pick<Sheet, "paused"> | null;
  coup: Coup | null | undefined;
  /** The time to bet is over. */
  over: boolean;
}

export function doing({ view, sheet, coup, over }: Now): string {
  if (!view?.open) return "";
  if (sheet?.paused) return t("display.paused", { why: told(sheet.paused.title) });
  if (coup?.closed || over) return t("display.no-more");
  if (coup) return t("display.dealing");
  return view.phase === "betting" ? t("display.place") : "";
}
