import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, api, command } from "./client";
import type { Command } from "./types";

const asked: { url: string; body: Record<string, unknown> | null }[] = [];

/** Answer requests one after the other; a missing answer is a lost connection. */
function server(...answers: ([number, unknown] | null)[]): void {
  asked.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    asked.push({ url: request.url, body: text ? JSON.parse(text) : null });
    const next = answers.shift();
    if (!next) throw new TypeError("no connection");
    return new Response(JSON.stringify(next[1]), {
      status: next[0],
      headers: { "content-type": "application/json" },
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
