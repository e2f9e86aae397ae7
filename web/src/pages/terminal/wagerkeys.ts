/** The keys of chips and areas. */
import { register } from "../../look/keys";
import { money } from "../../look/money";
import { t } from "../../words/words.svelte";
import type { Play } from "./play.svelte";

/** Register them; the answer gives them free again. */
export function wagerKeys(play: Play): () => void {
  const ends = [
    ...play.chips.picked.map((chip, place) =>
      register({
        key: String(place + 1),
        text: t("terminal.key.chip", { amount: money(chip.cents, { felt: true }) }),
        run: () => (play.chips.chosen = chip.cents),
        when: () =>
          play.closed || play.chips.offered.size === 0 || play.chips.offered.has(chip.cents),
      }),
    ),
    ...play.areas.map((area) =>
      register({
        key: play.letters.get(area.id) ?? "",
        text: t("terminal.key.area", { what: play.titled(area.id) }),
        run: () => play.place(area.id),
      }),
    ),
  ];
  return () => ends.forEach((end) => end());
}
