/** One jackpot that tables feed together: what is known of it, kept up, and what is asked of it. */
import { answer, api, newId } from "../../api/client";
import { kept, type Loaded } from "../../api/loaded.svelte";
import type { Problem, Result, Schemas } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { t } from "../../words/words.svelte";

export type Seen = Schemas["LinkSeen"];
export type Happened = Schemas["LinkEventSeen"];

const EVERY_MS = 2000;
/** So much of the history is read. */
const KEPT = 100;

export class LinkDesk {
  readonly name: string;
  readonly found: Loaded<Seen>;
  events: readonly Happened[] = $state.raw([]);
  /** Why the last thing asked was refused. */
  problem: Problem | null = $state.raw(null);
  busy = $state(false);
  #head = 0;

  constructor(name: string) {
    this.name = name;
    const path = { link: name };
    this.found = kept(
      () => answer(api.GET("/api/links/{link}", { params: { path } })),
      EVERY_MS,
      () => this.busy,
    );
    $effect(() => {
      const seen = this.found.value;
      if (seen !== null && seen.sequence !== this.#head) void this.#read(seen.sequence);
    });
  }

  get seen(): Seen | null {
    return this.found.value;
  }

  async #read(head: number): Promise<void> {
    const after = Math.max(this.#head, head - KEPT);
    this.#head = head;
    const read = await answer(
      api.GET("/api/links/{link}/events", {
        params: { path: { link: this.name }, query: { after, limit: KEPT } },
      }),
    );
    if (!read.ok) {
      this.#head = this.events.at(-1)?.sequence ?? 0;
      return;
    }
    const known = this.events.at(-1)?.sequence ?? 0;
    const fresh = read.value.events.filter((one) => one.sequence > known);
    this.events = [...this.events, ...fresh].slice(-KEPT);
  }

  /** Ask something; what came of it is read at once. */
  async #ask(
    call: (params: {
      path: { link: string };
      header: { "Idempotency-Key": string };
    }) => Promise<Result<unknown>>,
  ): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    const result = await call({
      path: { link: this.name },
      header: { "Idempotency-Key": newId() },
    });
    this.busy = false;
    this.problem = result.ok ? null : result.problem;
    await this.found.again();
    if (result.ok) say(t("link.done"));
    return result.ok;
  }

  /** Out of order for a reason; without one in order again. */
  order(reason: string | null): Promise<boolean> {
    return this.#ask((params) =>
      answer(api.POST("/api/links/{link}/order", { params, body: { reason } })),
    );
  }
  determine(moments: number[][], reason: string): Promise<boolean> {
    return this.#ask((params) =>
      answer(api.POST("/api/links/{link}/determination", { params, body: { moments, reason } })),
    );
  }
  decide(order: string[], reason: string): Promise<boolean> {
    return this.#ask((params) =>
      answer(api.POST("/api/links/{link}/decision", { params, body: { order, reason } })),
    );
  }
  join(table: string): Promise<boolean> {
    const { seen } = this;
    if (seen === null) return Promise.resolve(false);
    const body = { ...seen.conditions, table };
    return this.#ask((params) => answer(api.POST("/api/links/{link}/tables", { params, body })));
  }
}
