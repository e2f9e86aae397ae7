/** Whether this browser's tables are heard: one switch for all its pages. */
import { session } from "../session.svelte";
import type { Tone } from "./tones";

const KEPT = "pitboss.sound";

/** What is heard of an event; of every other nothing is. */
const OF: Readonly<Record<string, Tone>> = {
  "card-dealt": "card",
  "card-turned": "card",
  "wager-placed": "chips",
  "wager-increased": "chips",
  "coup-settled": "chips",
  "bets-called": "bell",
  "last-coup-announced": "bell",
};

/** What a message sounds like: each sound once, however many events it tells. */
export function tonesOf(events: readonly { event: string }[]): Tone[] {
  return [...new Set(events.flatMap(({ event }) => OF[event] ?? []))];
}

class Sound {
  /** What was chosen here; nothing where nobody chose. */
  #chosen: boolean | null = $state(null);
  #context: AudioContext | undefined;

  constructor() {
    const kept = globalThis.localStorage?.getItem(KEPT);
    if (kept === "on" || kept === "off") this.#chosen = kept === "on";
  }

  /** A player's terminal sounds until it is switched off; a page of staff is silent until then. */
  get on(): boolean {
    return this.#chosen ?? session.signed?.role === "player";
  }

  choose(on: boolean): void {
    this.#chosen = on;
    globalThis.localStorage?.setItem(KEPT, on ? "on" : "off");
    if (on) void this.#sound(["chips"]);
  }

  /** Let what happened be heard. */
  hear(events: readonly { event: string }[]): void {
    const tones = this.on ? tonesOf(events) : [];
    if (tones.length > 0) void this.#sound(tones);
  }

  async #sound(tones: readonly Tone[]): Promise<void> {
    if (typeof AudioContext === "undefined") return;
    const { sound } = await import("./tones");
    this.#context ??= new AudioContext();
    // A browser lets nothing sound before somebody has touched the page: it is not kept for later.
    if (this.#context.state !== "running") {
      void this.#context.resume();
      if (!navigator.userActivation.isActive) return;
    }
    for (const tone of tones) sound(tone, this.#context);
  }
}

export const sound = new Sound();
