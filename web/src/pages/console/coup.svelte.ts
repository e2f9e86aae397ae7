/** The coup as a console shows it: its phase, its hands, the next card and a card in question. */
import { onDestroy } from "svelte";
import type { Aside, Consequence, Hand, Trouble } from "../../games/game";
import { withRules } from "../../games/rules";
import { say } from "../../look/announce.svelte";
import { shortCard } from "../../look/cards";
import { label } from "../../look/clauses";
import { sound } from "../../look/sound.svelte";
import { t, words } from "../../words/words.svelte";
import type { Desk } from "./desk.svelte";

/** How far back a ruling is still told of. */
const RECENT = 14;
/** Where a card lies that a ruling gives to a hand. */
const RULED_PLACE = 2;

/** What is read out as it happens. */
const SAID = new Set([
  "card-dealt",
  "card-turned",
  "counts-announced",
  "result-announced",
  "irregularity-reported",
  "ruling-given",
  "cutting-card-shown",
  "coup-voided",
]);

export class CoupShown {
  /** The card that was entered and is not dealt yet. */
  entered: string | null = $state(null);
  /** The ruling that is chosen, and what it would do. */
  chosen: string | null = $state(null);
  consequence: Consequence | null = $state.raw(null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
    onDestroy(
      desk.feed.onevents((events, skip) => {
        if (!skip) sound.hear(events);
        for (const one of events) if (SAID.has(one.event)) say(desk.told(one));
      }),
    );
  }

  readonly view = $derived.by(() => this.#desk.view);
  readonly coup = $derived.by(() => this.view?.table.coup ?? null);
  readonly next = $derived.by(() => this.#desk.console?.next ?? null);
  /** Play is held until somebody rules. */
  readonly ruling = $derived.by(() => this.view?.trouble != null);
  readonly trouble: Trouble | null = $derived.by(() =>
    this.ruling ? (this.#desk.guide?.trouble ?? null) : null,
  );

  /** What the table is doing now. */
  readonly phase: string = $derived.by(() => {
    const { view, coup } = this;
    if (this.ruling) return t("console.phase.ruling");
    if (!view) return "";
    if (!view.display.open) return t("console.phase.closed");
    const own = this.#desk.face?.phaseText(this.#desk.draws, coup) ?? null;
    if (own !== null) return own;
    if (coup?.complete) return view.display.announcement ?? t("console.phase.complete");
    if (coup) return t("console.phase.dealing");
    if (view.display.phase === "betting") return t("console.phase.betting");
    return t("console.phase.between");
  });

  readonly facts: string[] = $derived.by(() => [
    ...(this.coup ? [t("console.coup", { coup: this.coup.number })] : []),
    ...(this.view?.display.last_coup ? [t("console.last-coup")] : []),
  ]);

  /** The coup settled last: it lies there until the next card. */
  readonly settled = $derived.by(() => {
    const told = this.#desk.feed.parts.coup;
    return this.coup === null && told?.settled ? told : null;
  });

  /** The hands in play, or those settled last, each with what the rules say of it. */
  readonly hands: Hand[] = $derived.by(() => {
    const { face, sheet, draws } = this.#desk;
    if (face === null) return [];
    if (this.settled !== null) return face.hands(this.settled, sheet, words.language);
    const told = face.hands(draws, sheet, words.language);
    return withRules(face.hands(this.coup, sheet, words.language), told);
  });

  readonly #aside: Aside | null = $derived.by(() =>
    this.trouble === null ? null : (this.#desk.face?.aside(this.trouble, this.consequence) ?? null),
  );

  /** A card in question, by the hand that does not get it. */
  readonly aside = $derived.by(() => {
    const found = this.#aside;
    if (found === null) return null;
    const text = t(found.card === null ? "console.aside.down" : "console.aside.seen");
    return { hand: found.hand, card: found.card, text };
  });

  /** The hand that gets the next card, or by the chosen ruling the card in question. */
  readonly due: string | null = $derived.by(() => {
    if (this.ruling) return this.#aside?.goesTo ?? null;
    return this.next?.do === "deal-card" && this.coup !== null ? this.next.hand : null;
  });
  readonly place: number | null = $derived.by(() =>
    this.ruling ? RULED_PLACE : (this.next?.place ?? null),
  );
  /** What is written where that card will lie, and what fits a small place. */
  readonly placeText: string = $derived.by(() => {
    if (!this.ruling) {
      if (this.entered !== null) return shortCard(this.entered);
      return this.#desk.face?.dueText(this.place) ?? t("console.card-due");
    }
    const ruling = this.trouble?.allowed.find((one) => one.ruling === this.chosen);
    return t("console.ruling.goes-here", {
      card: this.#aside?.card ? shortCard(this.#aside.card) : t("console.card"),
      clause: label(ruling?.clauses[0] ?? ""),
    });
  });
  readonly placeShort: string = $derived.by(() => {
    const card = (this.ruling ? this.#aside?.card : null) ?? this.entered;
    return card ? shortCard(card) : "";
  });

  /** What became of the coup settled last, in one sentence. */
  readonly #ended: string | null = $derived.by(() => {
    const { face, sheet } = this.#desk;
    if (this.settled === null || face === null) return null;
    const result = face.result(this.settled);
    const text = result && face.resultText(result, sheet, words.language);
    const said = text ?? t("table.said.void");
    return t("console.ended", { coup: this.settled.coup, result: said });
  });

  /** What is said where no card lies: the announcement, and how far the shoe is. */
  readonly foot: string | undefined = $derived.by(() => {
    if (this.coup !== null || !this.view) return undefined;
    const shoe = this.view.table.shoe;
    const left =
      shoe && shoe.over === null
        ? t("console.shoe", { number: shoe.number, left: shoe.left, total: shoe.total })
        : null;
    return [this.#ended ?? this.view.display.announcement, left].filter((one) => one).join(" · ");
  });

  /** The ruling that was given a moment ago. */
  readonly ruled = $derived.by(() =>
    this.#desk.events.slice(-RECENT).findLast((one) => one.event === "ruling-given"),
  );
}
