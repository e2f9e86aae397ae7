/** What is one's own at a table, read again as the table changes. */
import { onDestroy } from "svelte";
import { steadily } from "../../api/again";
import { answer, api } from "../../api/client";
import type { Schemas } from "../../api/types";

export class OwnThings {
  now: Schemas["OwnNow"] | null = $state.raw(null);
  /** The newest of one's coups, and its settlement. */
  coup: Schemas["OwnCoup"] | null = $state.raw(null);
  paid: number | null = $state(null);
  roads: Schemas["RoadsShown"] | null = $state.raw(null);
  /** When the answer about oneself came, by this machine's clock. */
  readAt = $state(0);
  readonly #table: string;
  #asked = 0;
  #again = false;
  #busy = false;
  #lives = true;

  constructor(table: string) {
    this.#table = table;
    onDestroy(() => (this.#lives = false));
  }

  get #path() {
    return { params: { path: { name: this.#table } } };
  }

  /** Read the balance; asked for several times while it is read, it is read once more. */
  async read(): Promise<void> {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    do {
      this.#again = false;
      const found = await steadily(
        (signal) => answer(api.GET("/api/tables/{name}/own", { ...this.#path, signal })),
        () => this.#lives,
      );
      if (found.ok) {
        this.now = found.value;
        this.readAt = performance.now();
      }
    } while (this.#again);
    this.#busy = false;
  }

  /** Read what a settled coup brought, and the roads. */
  async readCoup(): Promise<void> {
    const mine = ++this.#asked;
    const wanted = () => this.#lives && mine === this.#asked;
    void steadily(
      (signal) => answer(api.GET("/api/tables/{name}/roads", { ...this.#path, signal })),
      wanted,
    ).then((found) => {
      if (found.ok && mine === this.#asked) this.roads = found.value;
    });
    const coups = await steadily(
      (signal) =>
        answer(
          api.GET("/api/tables/{name}/own/coups", {
            params: { path: { name: this.#table }, query: { limit: 1 } },
            signal,
          }),
        ),
      wanted,
    );
    if (!coups.ok || mine !== this.#asked) return;
    const newest = coups.value.coups[0] ?? null;
    if (newest !== null) {
      const why = await answer(
        api.GET("/api/tables/{name}/coups/{number}/why", {
          params: { path: { name: this.#table, number: newest.coup } },
        }),
      );
      if (mine !== this.#asked) return;
      this.paid = why.ok ? why.value.paid_cents : null;
    }
    this.coup = newest;
  }
}
