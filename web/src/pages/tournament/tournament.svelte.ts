/** One tournament at its desk: what is known of it, and what is asked of it. */
import { answer, api, newId } from "../../api/client";
import { kept, type Loaded } from "../../api/loaded.svelte";
import type { Problem, Result, Schemas } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { t } from "../../words/words.svelte";

/** How often the desk is read while nobody presses anything at it. */
const EVERY_MS = 2_000;

export type Seen = Schemas["TournamentSeen"];
export type Session = Seen["sessions"][number];
export type Fields = Record<string, unknown>;

export class TournamentDesk {
  readonly name: string;
  readonly found: Loaded<Seen>;
  /** Why the last thing asked was refused. */
  problem: Problem | null = $state.raw(null);
  busy = $state(false);

  constructor(name: string) {
    this.name = name;
    const path = { tournament: name };
    this.found = kept(
      () => answer(api.GET("/api/tournaments/{tournament}", { params: { path } })),
      EVERY_MS,
      () => this.busy,
    );
  }

  get seen(): Seen | null {
    return this.found.value;
  }

  private get params() {
    return { path: { tournament: this.name }, header: { "Idempotency-Key": newId() } };
  }

  /** Give a command; what came of it is read at once. */
  give(word: string, fields: Fields = {}): Promise<boolean> {
    return this.ask(() =>
      answer(
        api.POST("/api/tournaments/{tournament}/commands", {
          params: this.params,
          body: { do: word, fields },
        }),
      ),
    );
  }

  /** Write the conditions anew. */
  write(conditions: Fields): Promise<boolean> {
    return this.ask(() =>
      answer(
        api.PUT("/api/tournaments/{tournament}/conditions", {
          params: this.params,
          body: { conditions },
        }),
      ),
    );
  }

  private async ask(call: () => Promise<Result<unknown>>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    const result = await call();
    this.busy = false;
    this.problem = result.ok ? null : result.problem;
    await this.found.again();
    if (result.ok) say(t("link.done"));
    return result.ok;
  }
}
