/** A table as the pages show it: the sheet, the coup in play, the coup settled last, what moves. */
import { onDestroy } from "svelte";
import { follow, type TableFeed } from "../api/stream.svelte";
import { displayOf, type PartName, type SeenEvent } from "../api/types";
import { tableFace } from "../games";
import type { Hand, Result } from "../games/game";
import { withRules } from "../games/rules";
import { say } from "../look/announce.svelte";
import { sound } from "../look/sound.svelte";
import { session } from "../session.svelte";
import { rulebookWords } from "../words/told.svelte";
import { words } from "../words/words.svelte";
import { announcement } from "./announcements";
import { type Moves, moving } from "./changes";
import { coupOf, type CoupTold, layoutOf } from "./view";

export class Watch {
  readonly feed: TableFeed;
  /** The coup settled last. */
  last: CoupTold | null = $state.raw(null);
  /** The event that announced the result of the coup in play. */
  #announced: SeenEvent | null = $state.raw(null);
  /** Cards that travel now, each by its hand and its place there. */
  moving: Moves = $state.raw(new Map());
  /** The coup whose chips travel now. */
  paying: number | null = $state(null);
  #begun = false;

  constructor(feed: TableFeed) {
    this.feed = feed;
    onDestroy(
      feed.onevents((events, skip) => {
        for (const event of events) {
          const sentence = skip ? null : announcement(event, feed.view, this.sheet, words.language);
          if (sentence !== null) say(sentence);
          if (event.event === "coup-started") this.#announced = null;
          if (event.event === "result-announced") this.#announced = event;
        }
        if (!skip) sound.hear(events);
        this.moving = moving(events, skip);
        this.#settle(skip || !this.#begun);
        this.#begun = true;
      }),
    );
  }

  readonly sheet = $derived.by(() => this.feed.parts.sheet ?? null);
  readonly face = $derived.by(() => tableFace(this.sheet));
  /** The pool that the table feeds with others. */
  readonly pool = $derived.by(() => this.feed.parts.pool ?? null);
  /** Since when people are asked what they are asked now. */
  readonly asked = $derived.by(() => this.draws?.asked_at ?? null);
  readonly coup = $derived.by(() => coupOf(this.feed.view));
  /** What the rules ask of each hand of the coup in play. */
  readonly draws = $derived.by(() => (this.coup === null ? null : (this.feed.parts.draws ?? null)));
  /** The coup whose result is announced and that is not settled; for the house. */
  readonly due = $derived.by(() => {
    const told = this.feed.parts.coup;
    return this.coup !== null && told && !told.settled ? told : null;
  });

  /** The hands in play, else those of the coup settled last; a display has only results. */
  readonly hands: Hand[] = $derived.by(() => {
    const { face, coup, sheet, draws, last } = this;
    if (face === null) return [];
    const view = this.feed.view;
    if (coup !== null) {
      const told = draws?.coup === coup.number ? face.hands(draws, sheet, words.language) : [];
      return withRules(face.hands(coup, sheet, words.language), told);
    }
    const shown = view !== null && layoutOf(view) === null ? displayOf(view).results.at(-1) : null;
    return face.hands(last ?? shown ?? null, sheet, words.language);
  });

  /** The result of the coup in play once it is announced, else of the one settled last. */
  readonly result: Result | null = $derived.by(() => {
    const { face, coup, last, due } = this;
    if (face === null) return null;
    if (coup === null) return last === null ? null : face.result(last);
    if (!coup.complete) return null;
    const announced = this.#announced === null ? null : face.announced(this.#announced);
    return announced ?? (due === null ? null : face.result(due));
  });

  /** That result in one sentence. */
  readonly resultText: string | null = $derived.by(() =>
    this.result === null || this.face === null
      ? null
      : this.face.resultText(this.result, this.sheet, words.language),
  );

  /** Take the coup that was told; its chips travel, but not where it was settled unseen. */
  #settle(still: boolean): void {
    const told = this.feed.parts.coup;
    if (!told?.settled || told === this.last) return;
    this.paying = !still && this.last?.coup !== told.coup ? told.coup : null;
    this.last = told;
  }
}

/** Follow a table for as long as the component lives; a display is shown no cards and no chips. */
export function watch(table: string, more: readonly PartName[] = []): Watch {
  const shown: PartName[] =
    session.signed?.role === "display"
      ? ["sheet", "pool", ...more.filter((one) => one === "period")]
      : ["sheet", "draws", "coup", "pool", ...more];
  const watched = new Watch(follow(table, shown));
  $effect(() => rulebookWords.need(watched.sheet?.identity.rulebook));
  return watched;
}
