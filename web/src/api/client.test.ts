import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, api, command, cutOff } from "./client";
import type { Command } from "./types";

const asked: { url: string; body: Record<string, unknown> | null }[] = [];

/** Answer requests one after the other; a missing answer is a lost connection. */
function server(...answers: ([number, unknown, string?] | null)[]): void {
  asked.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    asked.push({ url: request.url, body: text ? JSON.parse(text) : null });
    const next = answers.shift();
    if (!next) throw new TypeError("no connection");
    return new Response(JSON.stringify(next[1]), {
      status: next[0],
      headers: {
        "content-type": "application/json",
        ...(next[2] === undefined ? {} : { "retry-after": next[2] }),
      },
    });
  });
}

const accepted = { sequence: 4, events: [] };
const deal: Command = { do: "deal-card" };
const refused = { code: "closed", sentence: "Bets are closed.", clauses: ["x"] };

afterEach(() => vi.unstubAllGlobals());

describe("a command", () => {
  it("is given again under the same id when no answer came", async () => {
    server(null, [503, refused], [201, accepted]);
    const done = await command("t", deal, { pauseMs: 0 });
    expect(done).toEqual({ ok: true, value: accepted });
    const ids = asked.map((one) => one.body?.["command_id"]);
    expect(ids.length).toBe(3);
    expect(new Set(ids).size).toBe(1);
    expect(String(ids[0])).toMatch(/^[0-9a-f]{32}$/);
  });

  it("that is refused is not given again", async () => {
    server([409, refused], [201, accepted]);
    const done = await command("t", deal, { pauseMs: 0 });
    expect(done).toEqual({ ok: false, status: 409, problem: refused });
    expect(asked.length).toBe(1);
  });

  it("is not sent at all where that is not allowed", async () => {
    server([201, accepted]);
    const done = await command("t", deal, { allowed: () => false });
    expect(done.ok).toBe(false);
    expect(asked).toEqual([]);
  });

  it("has a new id each time", async () => {
    server([201, accepted], [201, accepted]);
    await command("t", deal);
    await command("t", deal);
    expect(asked[0]?.body?.["command_id"]).not.toBe(asked[1]?.body?.["command_id"]);
  });
});

const busy = { code: "too-many", sentence: "There were too many requests.", clauses: [] };
const locked = { code: "locked", sentence: "Wait.", clauses: [] };

describe("a server that is too busy", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is asked again under the same id after the time that it said", async () => {
    server([429, busy, "2"], [201, accepted]);
    const done = command("t", deal);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toEqual({ ok: true, value: accepted });
    expect(asked[1]?.body).toEqual(asked[0]?.body);
  });

  it("is asked three times, then its sentence is told", async () => {
    server([429, busy, "1"], [429, busy, "1"], [429, busy, "1"], [200, []]);
    const found = answer(api.GET("/api/tables"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await found).toEqual({ ok: false, status: 429, problem: busy });
    expect(asked.length).toBe(3);
  });

  it.each([
    ["asks for a long wait", busy, "60"],
    ["says no time", busy, undefined],
    ["has locked somebody out", locked, "1"],
  ])("is not asked again where it %s", async (_, said, seconds) => {
    server([429, said, ...(seconds === undefined ? [] : [seconds])] as [number, unknown, string?]);
    const found = await answer(api.GET("/api/tables"));
    expect(found).toEqual({ ok: false, status: 429, problem: said });
    expect(asked.length).toBe(1);
  });

  it("is not asked again once the connection is lost", async () => {
    server([429, busy, "2"], [201, accepted]);
    const done = command("t", deal, { allowed: () => asked.length === 0 });
    await vi.advanceTimersByTimeAsync(1_000);
    cutOff();
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await done).ok).toBe(false);
    expect(asked.length).toBe(1);
  });
});

describe("an answer", () => {
  it("without a connection is a problem, not an exception", async () => {
    server(null);
    const found = await answer(api.GET("/api/tables"));
    expect(found).toMatchObject({ ok: false, status: 0, problem: { code: "offline" } });
  });

  it("that is no problem document still has a sentence", async () => {
    server([500, "what"]);
    const found = await answer(api.GET("/api/tables"));
    expect(found).toMatchObject({ ok: false, status: 500, problem: { code: "unreadable" } });
  });
});
