/** A table as the pages show it: the sheet, the coup in play, the coup settled last, what moves. */
import { onDestroy } from "svelte";
import { steadily } from "../../api/again";
import { answer, api } from "../../api/client";
import { follow, type TableFeed } from "../../api/stream.svelte";
import { displayOf, type Problem } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { session } from "../../session.svelte";
import { words } from "../../words/words.svelte";
import { changesSheet, coupOf, type Draws, endsCoup, type Moves, moving, type Sheet, type Why } from "./seen";
import { tell } from "./told";

export class Watch {
  readonly feed: TableFeed;
  sheet: Sheet | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  /** The coup settled last. */
  last: Why | null = $state.raw(null);
  /** The coup whose result is announced and that is not settled; for the house. */
  due: Why | null = $state.raw(null);
  draws: Draws | null = $state.raw(null);
  /** Outcome and counts as announced, of the coup in play. */
  announced: { outcome: string; player: number; banker: number } | null = $state.raw(null);
  /** Cards that travel now: `player/0`. */
  moving: Moves = $state.raw(new Map());
  /** The coup whose chips travel now. */
  paying: number | null = $state(null);

  /** The newest reading of each; an older one's answer never takes its place. */
  #read = 0;
  #sheetRead = 0;
  #lastRead = 0;
  #lives = true;

  constructor(feed: TableFeed) {
    this.feed = feed;
    onDestroy(() => (this.#lives = false));
    void this.readSheet();
    void this.#readLast(true);
    void this.#readDraws();
    onDestroy(
      feed.onevents((events, skip) => {
        for (const event of events) {
          const sentence = skip ? null : tell(event, feed.view, this.sheet, words.language);
          if (sentence !== null) say(sentence);
          if (event.event === "coup-started") this.announced = null;
          if (event.event === "result-announced") {
            const { outcome, player, banker } = event.fields ?? {};
            this.announced = {
              outcome: String(outcome),
              player: Number(player),
              banker: Number(banker),
            };
          }
        }
        this.moving = moving(events, skip);
        if (skip || changesSheet(events)) void this.readSheet();
        if (skip || endsCoup(events)) void this.#readLast(skip);
        void this.#readDraws();
      }),
    );
  }

  get #path() {
    return { params: { path: { name: this.feed.table } } };
  }

  /** Cards and chips may be asked about: not by a display. */
  get #atTable(): boolean {
    return session.signed?.role !== "display";
  }

  get #house(): boolean {
    const role = session.signed?.role;
    return role === "staff" || role === "inspector" || role === "surveillance";
  }

  async readSheet(): Promise<void> {
    const mine = ++this.#sheetRead;
    const wanted = () => this.#lives && mine === this.#sheetRead;
    const found = await steadily(
      (signal) => answer(api.GET("/api/tables/{name}/sheet", { ...this.#path, signal })),
      wanted,
    );
    if (!wanted()) return;
    if (found.ok) this.sheet = found.value;
    // What was read is shown until it can be read again.
    this.problem = found.ok || this.sheet !== null ? null : found.problem;
  }

  async #readLast(still: boolean): Promise<void> {
    if (!this.#atTable) return;
    const mine = ++this.#lastRead;
    const wanted = () => this.#lives && mine === this.#lastRead;
    const newest = await steadily(
      (signal) =>
        answer(
          api.GET("/api/tables/{name}/coups", {
            params: { path: { name: this.feed.table }, query: { limit: 1 } },
            signal,
          }),
        ),
      wanted,
    );
    const number = newest.ok ? newest.value.coups[0]?.coup : undefined;
    if (number === undefined || !wanted()) return;
    const found = await steadily(
      (signal) =>
        answer(
          api.GET("/api/tables/{name}/coups/{number}/why", {
            params: { path: { name: this.feed.table, number } },
            signal,
          }),
        ),
      wanted,
    );
    if (!found.ok || !wanted()) return;
    const fresh = this.last?.coup !== found.value.coup;
    this.last = found.value;
    this.paying = fresh && !still ? found.value.coup : null;
  }

  async #readDraws(): Promise<void> {
    if (!this.#atTable) return;
    const mine = ++this.#read;
    const view = this.feed.view;
    if (view !== null && coupOf(view) === null) {
      this.draws = null;
      this.due = null;
      return;
    }
    const found = await answer(api.GET("/api/tables/{name}/draws", this.#path));
    if (mine !== this.#read) return;
    this.draws = found.ok ? found.value : null;
    const complete = this.feed.view !== null && displayOf(this.feed.view).phase === "complete";
    if (!complete || !this.#house) {
      this.due = null;
      return;
    }
    const due = await answer(api.GET("/api/tables/{name}/payout", this.#path));
    if (mine === this.#read) this.due = due.ok && !due.value.settled ? due.value : null;
  }
}

/** Follow a table for as long as the component lives. */
export function watch(table: string): Watch {
  return new Watch(follow(table));
}
