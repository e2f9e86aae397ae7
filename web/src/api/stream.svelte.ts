/** A table, live: numbered updates over a WebSocket, resumed where they broke off. */
import { onDestroy } from "svelte";
import { session } from "../session.svelte";
import { isAway, READ_MS, waitMs } from "./again";
import { answer, api, command, cutOff, offline, together } from "./client";
import { connection } from "./connection.svelte";
import { addressOfTab } from "./tab";
import type {
  Accepted,
  Beat,
  Command,
  PartName,
  Parts,
  Problem,
  Reread,
  Result,
  SeenEvent,
  Update,
  View,
  WagerStep,
} from "./types";

export type Status =
  | { kind: "connecting" }
  | { kind: "live" }
  | { kind: "offline"; since: Date }
  | { kind: "back"; events: number };

export type Heard = (events: SeenEvent[], skip: boolean) => void;

const KEPT = 1000;
const PAGE = 500;
const BACK_MS = 6000;
const SESSION_OVER = 4401;
/** A stream beats every second and a half; one that is silent for so long is dead. */
export const SILENT_MS = 4000;
/** A page that was asleep itself hears at once what was sent meanwhile, but not before its clocks. */
const ASLEEP_MS = 1000;

type Message = Update | Reread | Beat;

export class TableFeed {
  readonly table: string;
  view: View | null = $state.raw(null);
  /** The parts that were asked for, each as it was last told. */
  parts: Partial<Parts> = $state.raw({});
  events: SeenEvent[] = $state.raw([]);
  sequence = $state(0);
  status: Status = $state.raw({ kind: "connecting" });
  problem: Problem | null = $state.raw(null);

  #socket: WebSocket | null = null;
  #heard = new Set<Heard>();
  #attempt = 0;
  #begun = false;
  #stopped = true;
  #missed = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #unheed: () => void = () => {};

  readonly #asked: readonly PartName[];

  constructor(table: string, asked: readonly PartName[] = []) {
    this.table = table;
    this.#asked = asked;
  }

  /** Read the table, then follow it. */
  async start(): Promise<void> {
    this.#stopped = false;
    this.#unheed();
    this.#unheed = connection.onlost(() => this.#drop());
    const found = await answer(
      api.GET("/api/tables/{name}", {
        params: { path: { name: this.table } },
        signal: AbortSignal.timeout(READ_MS),
      }),
    );
    if (this.#stopped) return;
    if (!found.ok) {
      if (isAway(found.status)) return this.#lost();
      // The server is there and refuses: nothing is offline any more.
      this.problem = found.problem;
      this.status = { kind: "connecting" };
      connection.forget(this.table);
      return;
    }
    this.problem = null;
    this.#begun = true;
    this.sequence = found.value.sequence;
    this.view = found.value.view;
    this.#connect();
  }

  /** Follow it no longer. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#settle);
    clearTimeout(this.#silence);
    this.#unheed();
    this.#socket?.close();
    this.#socket = null;
    this.#heard.clear();
    connection.forget(this.table);
  }

  /** Call `heard` for every message from here on. */
  onevents(heard: Heard): () => void {
    this.#heard.add(heard);
    return () => this.#heard.delete(heard);
  }

  /** Give a command; while offline nothing is sent. */
  send(body: Command): Promise<Result<Accepted>> {
    const allowed = () => this.#live();
    return allowed() ? command(this.table, body, { allowed }) : Promise.resolve(offline());
  }

  /** Do several things with one's wagers as one act; while offline nothing is sent. */
  lay(steps: WagerStep[]): Promise<Result<Accepted>> {
    const allowed = () => this.#live();
    return allowed() ? together(this.table, steps, { allowed }) : Promise.resolve(offline());
  }

  #live(): boolean {
    return this.status.kind === "live" || this.status.kind === "back";
  }

  #tell(status: Status): void {
    this.status = status;
    connection.tell(this.table, status);
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const name = encodeURIComponent(this.table);
    const asked = this.#asked.length > 0 ? `&parts=${this.#asked.join(",")}` : "";
    const path = `/api/tables/${name}/stream?after=${this.sequence}${asked}`;
    const socket = new WebSocket(`${scheme}//${location.host}${addressOfTab(path)}`);
    this.#socket = socket;
    this.#listen();
    // Who was offline is back with the first message: a stream may be opened only to be closed.
    socket.onopen = () => {
      if (socket === this.#socket && this.status.kind === "connecting")
        this.#tell({ kind: "live" });
    };
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      this.#listen();
      this.#take(JSON.parse(String(message.data)) as Message);
    };
    socket.onclose = (closed) => {
      if (socket !== this.#socket || this.#stopped) return;
      this.#socket = null;
      clearTimeout(this.#silence);
      if (closed.code === SESSION_OVER) void this.#again();
      else this.#lost();
    };
  }

  /** From here on there may be silence for so long. */
  #listen(): void {
    clearTimeout(this.#silence);
    const due = performance.now() + SILENT_MS;
    this.#silence = setTimeout(() => {
      const asleep = performance.now() - due > ASLEEP_MS;
      if (asleep) this.#silence = setTimeout(() => this.#silent(), ASLEEP_MS);
      else this.#silent();
    }, SILENT_MS);
  }

  /** Nothing is heard any more: what was asked will not be answered either. */
  #silent(): void {
    cutOff();
    this.#drop();
  }

  /** The stream is of no use any more. */
  #drop(): void {
    if (this.#stopped) return;
    clearTimeout(this.#silence);
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#lost();
  }

  /** Connect again, where the server answers and this is still the person whom the page is for. */
  async #again(): Promise<void> {
    const stands = await session.stands();
    if (this.#stopped || this.#socket !== null) return;
    if (stands === "away") this.#lost();
    else if (stands !== "same") this.stop();
    else if (this.#begun) this.#connect();
    else void this.start();
  }

  #back(): void {
    this.#missed = 0;
    this.#tell({ kind: "back", events: 0 });
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#tell({ kind: "live" }), BACK_MS);
  }

  #lost(): void {
    clearTimeout(this.#settle);
    if (this.status.kind !== "offline") this.#tell({ kind: "offline", since: new Date() });
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#again(), waitMs(this.#attempt++));
  }

  #take(message: Message): void {
    if (message.type === "reread") return void this.#reread(message);
    if (message.after > this.sequence) return this.#gap();
    if (message.sequence < this.sequence) return;
    if (message.type === "beat") return this.#carry(message);
    const fresh = message.events.filter((one) => one.sequence > this.sequence);
    this.#show(message, fresh, this.status.kind === "offline");
  }

  /** Something is missing: connect again after what there is. */
  #gap(): void {
    const broken = this.#socket;
    this.#socket = null;
    broken?.close();
    this.#connect();
  }

  async #reread(message: Reread): Promise<void> {
    const from = this.sequence;
    this.#show(message, [], true);
    const between: SeenEvent[] = [];
    let after = Math.max(from, message.sequence - KEPT);
    while (after < message.sequence) {
      const page = await answer(
        api.GET("/api/tables/{name}/events", {
          params: { path: { name: this.table }, query: { after, limit: PAGE } },
        }),
      );
      if (!page.ok || page.value.sequence <= after) break;
      between.push(...page.value.events.filter((one) => one.sequence <= message.sequence));
      after = page.value.sequence;
    }
    const known = new Set(this.events.map((one) => one.sequence));
    const added = between.filter((one) => !known.has(one.sequence));
    this.events = [...this.events, ...added].sort((a, b) => a.sequence - b.sequence).slice(-KEPT);
    this.#count(added.length);
    for (const heard of this.#heard) heard(added, true);
  }

  #show(message: Update | Reread, fresh: SeenEvent[], skip: boolean): void {
    this.#attempt = 0;
    if (this.status.kind === "offline") this.#back();
    this.view = message.view;
    this.sequence = message.sequence;
    this.#carry(message);
    if (fresh.length > 0) this.events = [...this.events, ...fresh].slice(-KEPT);
    this.#count(fresh.length);
    for (const heard of this.#heard) heard(fresh, skip);
  }

  /** Take the parts that have changed. */
  #carry({ parts = {} }: Message): void {
    if (Object.keys(parts).length > 0) this.parts = { ...this.parts, ...parts };
  }

  #count(events: number): void {
    if (this.status.kind !== "back" || events === 0) return;
    this.#missed += events;
    this.#tell({ kind: "back", events: this.#missed });
  }
}

/** Follow a table, with these parts of it, for as long as the component lives. */
export function follow(table: string, asked: readonly PartName[] = []): TableFeed {
  const feed = new TableFeed(table, asked);
  void feed.start();
  onDestroy(() => feed.stop());
  return feed;
}
