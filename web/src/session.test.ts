import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Answer = [status: number, body: unknown];

const SIGNED = { login: "a", person: "p-1", role: "player" };
const REFUSED = { code: "no", sentence: "No.", clauses: [] };

const kept = new Map<string, string>();
/** The answers to the question who is signed in, and to signing in. */
let who: () => Promise<Answer>;
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  asked = 0;
  kept.clear();
  kept.set("pitboss.signed-in", "yes");
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") asked++;
    const [status, body] = request.method === "GET" ? await who() : [201, SIGNED];
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json" },
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const made = async () => (await import("./session.svelte")).session;

describe("who is signed in", () => {
  it("is asked again until the server says, whatever it fails with", async () => {
    const session = await made();
    const answers: Answer[] = [429, 500, 502].map((status) => [status, REFUSED]);
    who = async () => answers.shift() ?? [200, SIGNED];
    const beginning = session.begin(true);
    await vi.advanceTimersByTimeAsync(100);
    expect([session.known, session.unreached, session.likely]).toEqual([false, true, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    await beginning;
    expect(session.signed).toMatchObject({ person: "p-1" });
    expect([session.known, session.unreached]).toEqual([true, false]);
  });

  it("is nobody where the server does not know the session", async () => {
    const session = await made();
    who = async () => [401, REFUSED];
    await session.begin(true);
    expect([session.known, session.unreached, session.signed]).toEqual([true, false, null]);
    expect(session.likely).toBe(false);
  });

  it("is who signed in, though an older question is answered with nobody", async () => {
    const session = await made();
    let reply: (answer: Answer) => void = () => {};
    who = () => new Promise((done) => (reply = done));
    const beginning = session.begin(true);
    await vi.advanceTimersByTimeAsync(0);
    await session.signIn({ login: "a", password: "b", code: null });
    reply([401, REFUSED]);
    await beginning;
    expect(session.signed).toMatchObject({ person: "p-1" });
    expect(session.likely).toBe(true);
  });

  it("is not asked of the server by who has just signed in", async () => {
    const session = await made();
    await session.signIn({ login: "a", password: "b", code: null });
    await session.begin(true);
    expect(asked).toBe(0);
  });
});
