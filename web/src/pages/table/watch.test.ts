import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Heard, TableFeed } from "../../api/stream.svelte";
import type { SeenEvent } from "../../api/types";
import { Watch } from "./watch.svelte";

vi.mock("svelte", async (original) => ({
  ...(await original<typeof import("svelte")>()),
  onDestroy: () => {},
}));

class Feed extends TableFeed {
  hear: Heard = () => {};
  override onevents(heard: Heard): () => void {
    this.hear = heard;
    return () => {};
  }
}

const event = (name: string): SeenEvent => ({ sequence: 1, event: name, at: "", rank: "clock" });

let coup = 4;
let title = "first";
let whyDown = 0;
/** The answers that wait until they are let go, by the end of their address. */
let held: Record<string, (() => void)[]> = {};

beforeEach(() => {
  vi.useFakeTimers();
  coup = 4;
  title = "first";
  whyDown = 0;
  held = {};
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    const [, number] = /coups\/(\d+)\/why$/.exec(path) ?? [];
    if (number !== undefined && whyDown-- > 0) throw new TypeError("no connection");
    const body = JSON.stringify(
      number === undefined ? { coups: [{ coup }], title } : { coup: Number(number) },
    );
    const waiting = held[path.split("/").at(-1) ?? ""];
    if (waiting) await new Promise<void>((go) => waiting.push(go));
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const now = () => vi.advanceTimersByTimeAsync(0);

describe("a watched table", () => {
  it("shows the settlement though the server was away when it was asked for", async () => {
    whyDown = 2;
    const watched = new Watch(new Feed("t"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(watched.last?.coup).toBe(4);
  });

  it("goes back neither to an older coup nor to an older sheet when answers overtake", async () => {
    const feed = new Feed("t");
    const why: (() => void)[] = (held["why"] = []);
    const sheet: (() => void)[] = (held["sheet"] = []);
    const watched = new Watch(feed);
    await now();
    coup = 5;
    title = "second";
    feed.hear([event("coup-settled"), event("limits-changed")], false);
    await now();
    for (const waiting of [why, sheet]) {
      expect(waiting.length).toBe(2);
      waiting[1]?.();
      await now();
      waiting[0]?.();
      await now();
    }
    expect(watched.last?.coup).toBe(5);
    expect(watched.sheet).toMatchObject({ title: "second" });
  });
});
