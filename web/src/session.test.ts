import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Answer = [status: number, body: unknown];

const SIGNED = { login: "a", person: "p-1", role: "player" };
const IN = { ...SIGNED, token: "secret" };
const OTHER = { login: "b", person: "p-2", role: "staff", rank: "Dealer" };
const REFUSED = { code: "no", sentence: "No.", clauses: [] };

const kept = new Map<string, string>();
/** The channel to other tabs: what was told to them, and what they tell. */
class Tabs {
  static told: unknown[] = [];
  static newest: Tabs;
  onmessage: (message: { data: unknown }) => void = () => {};
  constructor() {
    Tabs.newest = this;
  }
  postMessage(data: unknown): void {
    Tabs.told.push(data);
  }
}

/** The answers to the question who is signed in, and to signing in. */
let who: () => Promise<Answer>;
let asked = 0;
let left = 204;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  asked = 0;
  Tabs.told = [];
  vi.stubGlobal("BroadcastChannel", Tabs);
  vi.stubGlobal("history", { pushState: () => {}, replaceState: () => {} });
  vi.stubGlobal("scrollTo", () => {});
  kept.clear();
  kept.set("pitboss.signed-in", "yes");
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") asked++;
    const [status, body] =
      request.method === "GET"
        ? await who()
        : request.method === "DELETE"
          ? [left, null]
          : [201, IN];
    return new Response(status === 204 ? null : JSON.stringify(body), {
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

describe("a session of several tabs", () => {
  const signedIn = async () => {
    const session = await made();
    await session.signIn({ login: "a", password: "b", code: null });
    return session;
  };

  it("is told to the others without its token", async () => {
    const session = await signedIn();
    expect(Tabs.told).toEqual([SIGNED]);
    left = 204;
    await session.signOut();
    expect(Tabs.told).toEqual([SIGNED, null]);
    expect([session.signed, session.moved]).toEqual([null, null]);
  });

  it("goes on where the same person signs in in another", async () => {
    const session = await signedIn();
    Tabs.newest.onmessage({ data: { ...SIGNED } });
    expect(session.moved).toBeNull();
    expect(session.signed).toMatchObject({ person: "p-1" });
  });

  it("is over at once where another signs out", async () => {
    const session = await signedIn();
    Tabs.newest.onmessage({ data: null });
    expect([session.signed, session.moved]).toEqual([null, { kind: "left" }]);
  });

  it("is another person's once they signed in in another, until one goes on as them", async () => {
    const session = await signedIn();
    Tabs.newest.onmessage({ data: null });
    Tabs.newest.onmessage({ data: OTHER });
    expect(session.moved).toEqual({ kind: "changed" });
    expect(session.signed).toMatchObject({ person: "p-2" });
    session.goOn();
    expect(session.moved).toBeNull();
    who = async () => [200, OTHER];
    expect(await session.stands()).toBe("same");
  });

  it("that the server gives to another, or to nobody, is noticed by asking", async () => {
    const session = await signedIn();
    who = async () => [200, OTHER];
    expect(await session.stands()).toBe("changed");
    expect(session.moved).toEqual({ kind: "changed" });
    who = async () => [401, REFUSED];
    expect(await session.stands()).toBe("over");
    expect([session.signed, session.moved]).toEqual([null, { kind: "over" }]);
  });

  it("stands as it was where the server is away or busy", async () => {
    const session = await signedIn();
    who = async () => [503, REFUSED];
    expect(await session.stands()).toBe("away");
    who = async () => [429, REFUSED];
    expect(await session.stands()).toBe("same");
    expect([session.signed?.person, session.moved]).toEqual(["p-1", null]);
  });

  it("is not said to be over where signing out did not reach the server", async () => {
    const session = await signedIn();
    left = 503;
    await session.signOut();
    expect(session.signed).toMatchObject({ person: "p-1" });
    expect(Tabs.told).toEqual([SIGNED]);
  });
});
