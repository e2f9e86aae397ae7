import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Desk } from "./desk.svelte";

const ended: (() => void)[] = [];
const send = vi.fn(async () => ({ ok: true, value: { sequence: 11, events: [] } }));

vi.mock("svelte", async (original) => ({
  ...(await original<typeof import("svelte")>()),
  onDestroy: (end: () => void) => ended.push(end),
}));
vi.mock("../../api/stream.svelte", () => ({
  follow: () => ({ view: null, events: [], sequence: 10, status: { kind: "live" }, send }),
}));

/** What the server answers with now; nothing: it is not there. */
let status: number | null = 200;
let sequence = 10;
let asked: string[] = [];
/** The answers that wait until they are let go. */
let held: (() => void)[] | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  sequence = 10;
  asked = [];
  held = null;
  ended.length = 0;
  send.mockClear();
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    asked.push(path);
    if (status === null) throw new TypeError("no connection");
    const identity = { rulebook: "r" };
    const body = JSON.stringify({ sequence, identity, areas: [], commands: [], events: [] });
    const answer = new Response(body, { status, headers: { "content-type": "application/json" } });
    const waiting = held;
    if (waiting) await new Promise<void>((go) => waiting.push(go));
    return answer;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const soon = () => vi.advanceTimersByTimeAsync(10_000);

describe("a desk", () => {
  it("that is opened while the server is away is there when the server is", async () => {
    status = null;
    const desk = new Desk("t");
    const reading = [desk.read(), desk.readGuide()];
    await vi.advanceTimersByTimeAsync(1000);
    status = 200;
    await soon();
    await Promise.all(reading);
    expect([desk.console, desk.sheet, desk.guide, desk.book].includes(null)).toBe(false);
    expect(desk.problem).toBeNull();
  });

  it("acts on after the server was away between an act and what it made of the table", async () => {
    const desk = new Desk("t");
    await desk.read();
    status = null;
    expect(await desk.act({ do: "deal-card" })).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await desk.act({ do: "deal-card" })).toBe(false);
    status = 200;
    sequence = 11;
    await soon();
    expect(desk.console?.sequence).toBe(11);
    expect(await desk.act({ do: "deal-card" })).toBe(true);
  });

  it("reads again at the next press what the server refused to tell", async () => {
    const desk = new Desk("t");
    await desk.read();
    status = 500;
    await desk.act({ do: "deal-card" });
    await soon();
    status = 200;
    sequence = 11;
    expect(await desk.act({ do: "deal-card" })).toBe(false);
    await soon();
    expect(await desk.act({ do: "deal-card" })).toBe(true);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("shows no older guide in the place of a newer one", async () => {
    const desk = new Desk("t");
    const waiting: (() => void)[] = (held = []);
    const first = desk.readGuide();
    await vi.advanceTimersByTimeAsync(0);
    sequence = 11;
    const second = desk.readGuide();
    await vi.advanceTimersByTimeAsync(0);
    waiting[1]?.();
    await second;
    waiting[0]?.();
    await first;
    expect(desk.guide).toMatchObject({ sequence: 11 });
  });

  it("asks nothing more when its page is gone", async () => {
    status = null;
    const desk = new Desk("t");
    const reading = [desk.read(), desk.readGuide()];
    await vi.advanceTimersByTimeAsync(300);
    for (const end of ended) end();
    await soon();
    await Promise.all(reading);
    const before = asked.length;
    await soon();
    expect(asked.length).toBe(before);
  });
});
