/** The act the rules now ask of the house, and doing it. */
import { answer, api, newId } from "../../api/client";
import type { TableFeed } from "../../api/stream.svelte";
import type { Parts, Problem } from "../../api/types";

export class House {
  acting = $state(false);
  /** Why the last act was refused. */
  refused: Problem | null = $state.raw(null);
  readonly #table: TableFeed;
  readonly #onDuty: () => boolean;

  constructor(feed: TableFeed, onDuty: () => boolean) {
    this.#table = feed;
    this.#onDuty = onDuty;
  }

  /** What the house would do next; nothing for who is not on duty. */
  get next(): Parts["next"] | null {
    return this.#onDuty() ? (this.#table.parts.next ?? null) : null;
  }

  /** The house's next act: by oneself where it is one's own, else by the dealing machine. */
  async act(): Promise<void> {
    const next = this.next;
    if (!next?.do || this.acting) return;
    this.acting = true;
    const result = next.yours
      ? await this.#table.send({ do: next.do, ...next.fields } as Parameters<TableFeed["send"]>[0])
      : await answer(
          api.POST("/api/tables/{name}/autodeal", {
            params: { path: { name: this.#table.table }, header: { "Idempotency-Key": newId() } },
          }),
        );
    this.acting = false;
    this.refused = result.ok ? null : result.problem;
  }
}
