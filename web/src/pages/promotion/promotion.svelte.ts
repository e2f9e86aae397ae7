/** One promotion at its desk: what is known of it, and what is asked of it. */
import { answer, api, newId } from "../../api/client";
import { kept, type Loaded } from "../../api/loaded.svelte";
import type { Problem, Schemas } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { t } from "../../words/words.svelte";

/** How often the desk is read while nobody presses anything at it. */
const EVERY_MS = 2_000;

export type Seen = Schemas["PromotionSeen"];

export class PromotionDesk {
  readonly name: string;
  readonly found: Loaded<Seen>;
  /** Why the last thing asked was refused. */
  problem: Problem | null = $state.raw(null);
  busy = $state(false);

  constructor(name: string) {
    this.name = name;
    const path = { promotion: name };
    this.found = kept(
      () => answer(api.GET("/api/promotions/{promotion}", { params: { path } })),
      EVERY_MS,
      () => this.busy,
    );
  }

  get seen(): Seen | null {
    return this.found.value;
  }

  /** Give a command; what came of it is read at once. */
  async give(word: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    const result = await answer(
      api.POST("/api/promotions/{promotion}/commands", {
        params: {
          path: { promotion: this.name },
          header: { "Idempotency-Key": newId() },
        },
        body: { do: word, fields },
      }),
    );
    this.busy = false;
    this.problem = result.ok ? null : result.problem;
    await this.found.again();
    if (result.ok) say(t("link.done"));
    return result.ok;
  }
}
