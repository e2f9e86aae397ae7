/** Whether the server is there: asked when something goes unanswered, told by followed tables. */
import { session } from "../session.svelte";
import { waitMs } from "./again";
import { cutOff, onUnanswered } from "./client";
import type { Status } from "./stream.svelte";

const BACK_MS = 6000;

class Connection {
  #tables: Record<string, Status> = $state.raw({});
  /** What is known without a table: that the server did not answer, or that it does again. */
  #own: Status | null = $state.raw(null);
  /** How often the server has come back. */
  returns = $state(0);
  /** The time zone of the house whose table is shown, in which the page tells times. */
  zone: string | undefined = $state();
  /** The page is a screen on a wall: nobody presses anything there, and it says so by itself. */
  wall = $state(false);
  #asking = false;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #losers = new Set<() => void>();

  constructor() {
    onUnanswered(() => void this.doubt());
    globalThis.addEventListener?.("offline", () => void this.doubt());
    // A page that slept, or was put away by the browser, may be another person's by now.
    globalThis.addEventListener?.("pageshow", (event) => event.persisted && void this.doubt());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && session.signed) void this.doubt();
    });
  }

  /** The worst of what is known here and of what the followed tables say. */
  get status(): Status {
    const all = [...Object.values(this.#tables), ...(this.#own ? [this.#own] : [])];
    return (
      all.find((one) => one.kind === "offline") ??
      all.find((one) => one.kind === "back") ??
      all[0] ?? { kind: "live" }
    );
  }

  /** Nothing can be sent now: every key is dead. */
  get off(): boolean {
    return this.status.kind === "offline";
  }

  tell(table: string, status: Status): void {
    const was = this.off;
    this.#tables = { ...this.#tables, [table]: status };
    if (was && !this.off) this.returns++;
  }

  forget(table: string): void {
    const { [table]: _, ...others } = this.#tables;
    this.#tables = others;
  }

  /** Have something done when the server is found not to be there. */
  onlost(act: () => void): () => void {
    this.#losers.add(act);
    return () => this.#losers.delete(act);
  }

  /** Something went unanswered: ask whether the server is there, and again until it is. */
  async doubt(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let attempt = 0; (await session.stands()) === "away"; attempt++) {
      if (this.#own?.kind !== "offline") this.#lost();
      await new Promise<void>((done) => setTimeout(done, waitMs(attempt)));
    }
    this.#asking = false;
    if (this.#own?.kind === "offline") this.#back();
  }

  #lost(): void {
    clearTimeout(this.#settle);
    const before = this.status;
    this.#own = { kind: "offline", since: before.kind === "offline" ? before.since : new Date() };
    cutOff();
    for (const lost of this.#losers) lost();
  }

  #back(): void {
    const alone = Object.keys(this.#tables).length === 0;
    // A followed table says by itself how many events it missed.
    this.#own = alone ? { kind: "back", events: 0 } : null;
    if (!this.off) this.returns++;
    this.#settle = setTimeout(() => (this.#own = null), BACK_MS);
  }
}

export const connection = new Connection();
