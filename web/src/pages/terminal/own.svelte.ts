/** What is one's own at a table, as the stream tells it. */
import { onDestroy } from "svelte";
import { steadily } from "../../api/again";
import { answer, api } from "../../api/client";
import type { TableFeed } from "../../api/stream.svelte";
import type { CoupTold } from "../../table/view";

export class OwnThings {
  /** The newest coup in which one had wagers. */
  coup: CoupTold | null = $state.raw(null);
  /** When one's own things were told, by this machine's clock. */
  readAt = $state(0);
  readonly #stream: TableFeed;
  #asked = 0;
  #lives = true;

  constructor(feed: TableFeed, player: boolean) {
    this.#stream = feed;
    if (!player) return;
    onDestroy(() => (this.#lives = false));
    void this.#read();
    onDestroy(
      feed.onevents((_, skip) => {
        this.readAt = performance.now();
        const told = feed.parts.coup;
        if (told && told.lines.length > 0) this.#take(told);
        else if (skip) void this.#read();
      }),
    );
  }

  readonly now = $derived.by(() => this.#stream.parts.own ?? null);
  readonly roads = $derived.by(() => this.#stream.parts.roads ?? null);
  readonly paid = $derived.by(() => this.coup?.paid_cents ?? null);

  #take(coup: CoupTold | null): void {
    this.#asked++;
    this.coup = coup;
  }

  /** Read one's newest coup: it may be older than what a stream tells of. */
  async #read(): Promise<void> {
    const mine = ++this.#asked;
    const wanted = () => this.#lives && mine === this.#asked;
    const found = await steadily(
      (signal) =>
        answer(
          api.GET("/api/tables/{name}/own/coups", {
            params: { path: { name: this.#stream.table }, query: { limit: 1 } },
            signal,
          }),
        ),
      wanted,
    );
    if (found.ok && wanted()) this.#take(found.value.coups[0] ?? null);
  }
}
