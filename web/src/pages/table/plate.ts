/** The plate in the middle of the felt: what was announced, or the result of the last coup. */
import { hueOf } from "../../games";
import type { Announcement } from "../../table/felt/plate";
import type { Watch } from "../../table/watch.svelte";
import { t } from "../../words/words.svelte";

export function plateOf(
  table: Pick<Watch, "coup" | "last" | "result" | "resultText">,
  announcement: string | null,
): Announcement | null {
  const note = (number: number) => t("table.coup", { coup: number });
  const made = (number: number): Announcement | null =>
    table.resultText === null
      ? null
      : { text: table.resultText, hue: hueOf(table.result?.outcome) ?? "", note: note(number) };
  const { coup, last } = table;
  if (coup !== null) {
    if (!coup.complete) return null;
    if (table.result !== null) return made(coup.number);
    return { text: announcement ?? "", hue: "", note: note(coup.number), english: true };
  }
  if (last === null)
    return announcement ? { text: announcement, hue: "", note: "", english: true } : null;
  if (last.outcome === "void")
    return { text: t("table.said.void"), hue: "", note: note(last.coup) };
  return made(last.coup);
}
