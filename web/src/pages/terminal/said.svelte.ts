/** What a terminal says of itself, in words: the last result, what it is for now, who plays. */
import { onDestroy } from "svelte";
import { displayOf } from "../../api/types";
import { money } from "../../look/money";
import { closeText } from "../../table/sheet";
import { told } from "../../words/told.svelte";
import { t, words } from "../../words/words.svelte";
import { spell } from "./amounts";
import type { Play } from "./play.svelte";

export class Said {
  #tick = $state(performance.now());
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
    const ticking = setInterval(() => (this.#tick = performance.now()), 1000);
    onDestroy(() => clearInterval(ticking));
  }

  readonly refused = $derived.by(() => {
    const found = this.#play.bets.refused;
    if (found === null) return t("terminal.refused.other");
    if (this.#play.auto.stopped) return t("terminal.refused.auto");
    const what = found.wager === null ? "" : this.#play.titled(found.wager);
    return t(this.#play.approval.granted ? "terminal.approved" : `terminal.refused.${found.what}`, {
      what,
      amount: money(found.cents, { felt: true }),
    });
  });

  /** The coup and its result, in one sentence. */
  readonly result = $derived.by(() => {
    const { coup, table } = this.#play;
    if (coup !== null) {
      return table.resultText === null
        ? t("table.coup", { coup: coup.number })
        : t("terminal.last", { coup: coup.number, result: table.resultText });
    }
    const last = table.last;
    if (last === null) return t("terminal.no-last");
    const text = table.result === null ? t("table.said.void") : (table.resultText ?? last.result);
    return t("terminal.last", { coup: last.coup, result: text });
  });

  /** The same without its coup, where there is little room. */
  readonly outcome = $derived.by(() => {
    const { coup, table } = this.#play;
    if (table.resultText !== null) return table.resultText;
    return coup === null && table.last !== null ? t("table.said.void") : "";
  });

  /** What the terminal is for now. */
  readonly heading = $derived.by(() => {
    if (this.#play.view !== null && !displayOf(this.#play.view).open) return t("terminal.not-open");
    if (this.#play.sheet?.paused) return t("display.paused.short");
    if (this.#play.closed) return t("terminal.closed");
    if (this.#play.shoe === null || this.#play.shoe.over !== null) return t("terminal.waits.shoe");
    return t("terminal.place");
  });
  get note(): string {
    return this.#play.sheet === null ? "" : closeText(this.#play.sheet.close, words.language);
  }
  /** How long one has played. */
  readonly session = $derived.by(() => {
    const now = this.#play.own.now;
    if (now === null) return "";
    const running = now.present ? Math.max(0, this.#tick - this.#play.own.readAt) / 1000 : 0;
    const { hours, minutes } = spell(now.seconds + running);
    const time =
      hours > 0 ? t("terminal.hours", { hours, minutes }) : t("terminal.minutes", { minutes });
    return t("terminal.session", { time });
  });
  readonly seat = $derived.by(() => {
    if (!this.#play.present) return "";
    const seat = this.#play.own.now?.seat;
    return seat == null ? t("terminal.standing") : t("terminal.seat", { seat });
  });
  readonly title = $derived.by(() =>
    told(this.#play.sheet?.game?.title ?? this.#play.sheet?.identity.title ?? this.#play.name),
  );
}
