import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connection } from "./connection.svelte";
import { SILENT_MS, TableFeed } from "./stream.svelte";

type Closing = { code: number };

class Socket {
  static all: Socket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closed: Closing) => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  get after(): string | null {
    return new URL(this.url).searchParams.get("after");
  }
  send(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const event = (sequence: number) => ({ sequence, event: "card-dealt", at: "", rank: "clock" });
const view = (phase: string) => ({ role: "display", phase });
const update = (after: number, sequence: number, phase: string) => ({
  type: "update",
  table: "t",
  after,
  sequence,
  events: Array.from({ length: sequence - after }, (_, n) => event(after + n + 1)),
  view: view(phase),
});

const beat = (at: number) => ({ type: "beat", table: "t", after: at, sequence: at, events: [] });

let posts = 0;
let down = false;
let starting = false;
let hangs = false;
let gone = false;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  posts = 0;
  down = false;
  starting = false;
  hangs = false;
  gone = false;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((after) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), after);
    return limit.signal;
  });
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", async (request: Request, init?: RequestInit) => {
    if (down) throw new TypeError("no connection");
    if (starting) return new Response("", { status: 503 });
    if (gone) return new Response("", { status: 404 });
    if (hangs)
      return new Promise<Response>((_, fail) => {
        const signal = init?.signal ?? request.signal;
        if (signal.aborted) fail(new TypeError("too long"));
        signal.addEventListener("abort", () => fail(new TypeError("too long")));
      });
    const url = new URL(request.url);
    if (request.method === "POST") posts++;
    const page = { sequence: 20, head: 20, events: [event(19), event(20)] };
    const table = { table: "t", rulebook: "r", sequence: 10, view: view("first") };
    const body = url.pathname.endsWith("/events") ? page : table;
    return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  });
});

afterEach(async () => {
  // Who still asks whether the server is there is answered.
  down = starting = hangs = gone = false;
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function live(): Promise<[TableFeed, Socket]> {
  const feed = new TableFeed("t");
  await feed.start();
  const socket = Socket.all[0] as Socket;
  socket.onopen?.();
  return [feed, socket];
}

describe("a followed table", () => {
  it("begins with what is read and goes on after it", async () => {
    const [feed, socket] = await live();
    expect(socket.after).toBe("10");
    expect(feed.status.kind).toBe("live");
    socket.send(update(10, 12, "second"));
    expect(feed.sequence).toBe(12);
    expect(feed.view).toMatchObject({ phase: "second" });
    expect(feed.events.map((one) => one.sequence)).toEqual([11, 12]);
    feed.stop();
  });

  it("asks anew after what it has when something is missing", async () => {
    const [feed, socket] = await live();
    socket.send(update(15, 16, "later"));
    expect(feed.sequence).toBe(10);
    expect(feed.view).toMatchObject({ phase: "first" });
    expect(socket.closed).toBe(true);
    expect(Socket.all[1]?.after).toBe("10");
    feed.stop();
  });

  it("takes no event twice", async () => {
    const [feed, socket] = await live();
    socket.send(update(10, 12, "second"));
    socket.send(update(10, 13, "third"));
    expect(feed.events.map((one) => one.sequence)).toEqual([11, 12, 13]);
    feed.stop();
  });

  it("is offline when the connection breaks: nothing is sent, the last state stays", async () => {
    const [feed, socket] = await live();
    socket.onclose?.({ code: 1006 });
    expect(feed.status.kind).toBe("offline");
    expect(feed.view).toMatchObject({ phase: "first" });
    const done = await feed.send({ do: "deal-card" });
    expect(done).toMatchObject({ ok: false, problem: { code: "offline" } });
    expect(posts).toBe(0);
    feed.stop();
  });

  it("comes back with a count of what was missed, then is live, and says to skip movement", async () => {
    const [feed, socket] = await live();
    const skips: boolean[] = [];
    feed.onevents((_, skip) => skips.push(skip));
    socket.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(400);
    const again = Socket.all[1] as Socket;
    expect(again.after).toBe("10");
    again.onopen?.();
    again.send(update(10, 13, "third"));
    expect(feed.status).toEqual({ kind: "back", events: 3 });
    await vi.advanceTimersByTimeAsync(3000);
    again.send(beat(13));
    await vi.advanceTimersByTimeAsync(3000);
    expect(feed.status.kind).toBe("live");
    again.send(update(13, 14, "fourth"));
    expect(skips).toEqual([true, false]);
    feed.stop();
  });

  it("reads the history when it is told that it fell behind", async () => {
    const [feed, socket] = await live();
    socket.send({ type: "reread", table: "t", sequence: 20, view: view("far") });
    await vi.advanceTimersByTimeAsync(0);
    expect(feed.view).toMatchObject({ phase: "far" });
    expect(feed.sequence).toBe(20);
    expect(feed.events.map((one) => one.sequence)).toEqual([19, 20]);
    feed.stop();
  });

  it("is offline from the start where the server is not there, and begins when it is", async () => {
    down = true;
    const feed = new TableFeed("t");
    await feed.start();
    expect(feed.status.kind).toBe("offline");
    down = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(feed.sequence).toBe(10);
    feed.stop();
  });

  it("begins with a server that was still being started", async () => {
    starting = true;
    const feed = new TableFeed("t");
    await feed.start();
    expect(feed.problem).toBeNull();
    expect(feed.status.kind).toBe("offline");
    starting = false;
    await vi.advanceTimersByTimeAsync(4000);
    expect(feed.view).toMatchObject({ phase: "first" });
    feed.stop();
  });

  it("asks often enough to be back a few seconds after the server, however long it was away", async () => {
    const [feed, socket] = await live();
    socket.onclose?.({ code: 1006 });
    for (let tried = 1; tried < 20; tried++) {
      await vi.advanceTimersByTimeAsync(4000);
      const last = Socket.all.at(-1) as Socket;
      expect(Socket.all.length).toBeGreaterThan(tried);
      last.onclose?.({ code: 1006 });
    }
    feed.stop();
  });

  it("waits longer each time, and stays offline, where a stream is opened only to be closed", async () => {
    const [feed, socket] = await live();
    const told = vi.spyOn(connection, "tell");
    socket.onclose?.({ code: 4429 });
    for (let second = 0; second < 30; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      const last = Socket.all.at(-1) as Socket;
      last.onopen?.();
      last.onclose?.({ code: 4429 });
    }
    expect(Socket.all.length).toBeLessThan(20);
    expect(told.mock.calls.map(([, status]) => status.kind)).toEqual(["offline"]);
    feed.stop();
  });

  it("has caught up with the first message: what follows is news", async () => {
    const [feed, socket] = await live();
    const skips: boolean[] = [];
    feed.onevents((_, skip) => skips.push(skip));
    socket.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(400);
    const again = Socket.all[1] as Socket;
    again.onopen?.();
    again.send(update(10, 10, "first"));
    again.send(update(10, 11, "second"));
    expect(feed.status.kind).toBe("back");
    expect(skips).toEqual([true, false]);
    feed.stop();
  });

  it("is offline where the server takes the question and never answers", async () => {
    hangs = true;
    const limit = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    const feed = new TableFeed("t");
    const starting = feed.start();
    limit.abort();
    await starting;
    expect(feed.status.kind).toBe("offline");
    feed.stop();
  });

  it("is not offline any more when the server is back and refuses", async () => {
    down = true;
    const feed = new TableFeed("t");
    await feed.start();
    expect(connection.status.kind).toBe("offline");
    down = false;
    gone = true;
    await vi.advanceTimersByTimeAsync(4000);
    expect(feed.problem).not.toBeNull();
    expect([connection.off, feed.status.kind]).toEqual([false, "connecting"]);
    feed.stop();
  });

  it("lives on beats, and is offline when they are missing", async () => {
    const [feed, socket] = await live();
    for (let second = 0; second < 30; second++) {
      await vi.advanceTimersByTimeAsync(SILENT_MS - 1);
      socket.send(beat(10));
    }
    expect([feed.status.kind, Socket.all.length]).toEqual(["live", 1]);
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    expect([feed.status.kind, socket.closed]).toEqual(["offline", true]);
    socket.send(update(10, 11, "too late"));
    expect(feed.sequence).toBe(10);
    feed.stop();
  });

  it("asks anew where a beat tells of more than was told", async () => {
    const [feed, socket] = await live();
    socket.send(beat(12));
    expect(socket.closed).toBe(true);
    expect(Socket.all[1]?.after).toBe("10");
    feed.stop();
  });

  it("waits no longer for an answer when nothing is heard", async () => {
    const [feed] = await live();
    hangs = true;
    const sent = feed.send({ do: "deal-card" });
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    expect(await sent).toMatchObject({ ok: false, problem: { code: "offline" } });
    expect(connection.off).toBe(true);
    feed.stop();
  });

  it("is offline with the first request that is not answered, and not with one that is refused", async () => {
    const [feed] = await live();
    gone = true;
    await feed.send({ do: "deal-card" });
    expect(feed.status.kind).toBe("live");
    gone = false;
    down = true;
    const sent = feed.send({ do: "deal-card" });
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.status.kind).toBe("offline");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await sent).toMatchObject({ ok: false, problem: { code: "offline" } });
    expect(posts).toBe(0);
    const returns = connection.returns;
    down = false;
    await vi.advanceTimersByTimeAsync(8000);
    (Socket.all.at(-1) as Socket).send(update(10, 11, "second"));
    expect([feed.status.kind, connection.off]).toEqual(["back", false]);
    expect(connection.returns).toBe(returns + 1);
    feed.stop();
  });

  it("connects no more when it is stopped", async () => {
    const [feed, socket] = await live();
    socket.onclose?.({ code: 1006 });
    feed.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all.length).toBe(1);
  });
});
