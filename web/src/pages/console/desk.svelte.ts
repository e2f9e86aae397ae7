/** Everything a console shows of its table, read anew when the table moves. */
import { onDestroy } from "svelte";
import { steadily } from "../../api/again";
import { answer, api, newId, offline } from "../../api/client";
import { follow, type TableFeed } from "../../api/stream.svelte";
import type { Command, Problem, Result, Schemas, SeenEvent, StaffView } from "../../api/types";
import { tableFace } from "../../games";
import type { TableFace } from "../../games/game";
import { chipSet, type ChipSet } from "../../look/chips";
import { minuteZoned, zoned } from "../../look/clock";
import { eventText } from "../../table/events";
import { day } from "../../words/format";
import { problemText } from "../../words/problem";
import { told as toldText } from "../../words/told.svelte";
import { t, words } from "../../words/words.svelte";
import type { Body, Described } from "./forms";

export type Console = Schemas["Console"];
export type ActNow = Schemas["ActNow"];
export type NextAct = Schemas["NextAct"];
export type Sheet = Schemas["Sheet"];
export type Area = Sheet["areas"][number];
export type Why = Schemas["Why"];
export type Guide = Schemas["RulingGuide"];
export type Draws = Schemas["DrawsNow"];
export type Hall = Schemas["HallSeen"];

const EVENTS_READ = 40;

export class Desk {
  readonly table: string;
  readonly feed: TableFeed;
  console: Console | null = $state.raw(null);
  sheet: Sheet | null = $state.raw(null);
  draws: Draws | null = $state.raw(null);
  payout: Why | null = $state.raw(null);
  /** The payments of the coup settled last, once they were asked for. */
  settled: Why | null = $state.raw(null);
  guide: Guide | null = $state.raw(null);
  commands: Described[] = $state.raw([]);
  book: Schemas["Edition"] | null = $state.raw(null);
  /** Events from before the stream began. */
  earlier: SeenEvent[] = $state.raw([]);
  /** Why the last act was refused. */
  problem: Problem | null = $state.raw(null);
  busy = $state(false);
  /** The table after the last act of ours; what was read before it is old. */
  #accepted = 0;
  /** The newest reading of the table, and the one that was answered last. */
  #reading = 0;
  #answered = 0;
  #guiding = 0;
  #bookRead = false;
  #lives = true;

  constructor(table: string) {
    this.table = table;
    this.feed = follow(table, ["pool", "hall", "coup"]);
    onDestroy(() => (this.#lives = false));
  }

  get view(): StaffView | null {
    const view = this.feed.view;
    return view !== null && "people" in view ? view : null;
  }

  /** Whether everything was read that a form begins with. */
  get ready(): boolean {
    return this.view !== null && !!this.console && !!this.sheet && !!this.book;
  }

  get face(): TableFace | null {
    return tableFace(this.sheet);
  }

  get rulebook(): string {
    return this.sheet?.identity.rulebook ?? "";
  }

  /** The edition by its title and its day. */
  get edition(): string | undefined {
    const identity = this.sheet?.identity;
    if (!identity) return undefined;
    const date = day(identity.approved ?? identity.edition, words.language);
    return t("console.edition", { title: toldText(identity.title), date });
  }

  /** How an open table deals: its method and its decks. */
  get tags(): string[] {
    const { sheet } = this;
    if (!sheet?.open) return [];
    const decks = sheet.decks ? t("console.decks", { count: sheet.decks }) : "";
    return [toldText(sheet.method?.title ?? ""), decks].filter((one) => one !== "");
  }

  get chips(): ChipSet {
    return chipSet(this.sheet?.chips ?? []);
  }

  get events(): SeenEvent[] {
    const first = this.feed.events[0]?.sequence ?? Infinity;
    return [...this.earlier.filter((one) => one.sequence < first), ...this.feed.events];
  }

  #at() {
    return { params: { path: { name: this.table } } };
  }

  /** Read what belongs to the table as it is now; an older answer never takes a newer one's place. */
  async read(): Promise<void> {
    const mine = ++this.#reading;
    const wanted = () => this.#lives && mine === this.#reading;
    const at = this.#at();
    const complete = this.view?.display.phase === "complete";
    const [console, draws, sheet, payout] = await Promise.all([
      steadily(
        (signal) => answer(api.GET("/api/tables/{name}/console", { ...at, signal })),
        wanted,
      ),
      steadily((signal) => answer(api.GET("/api/tables/{name}/draws", { ...at, signal })), wanted),
      steadily((signal) => answer(api.GET("/api/tables/{name}/sheet", { ...at, signal })), wanted),
      complete
        ? steadily(
            (signal) => answer(api.GET("/api/tables/{name}/payout", { ...at, signal })),
            wanted,
          )
        : null,
    ]);
    // Before the end of a coup, too, it may come to a payment.
    const early = payout === null && console.ok && console.value.next?.do === "settle";
    const due = early
      ? await steadily(
          (signal) => answer(api.GET("/api/tables/{name}/payout", { ...at, signal })),
          wanted,
        )
      : payout;
    if (!wanted()) return;
    this.#answered = mine;
    if (console.ok) this.console = console.value;
    if (draws.ok) this.draws = draws.value;
    if (sheet.ok) this.sheet = sheet.value;
    this.payout = due?.ok ? due.value : null;
    if (sheet.ok && !this.#bookRead) void this.#readBook(sheet.value.identity.rulebook);
  }

  /** The sheet of a ruling, and what may be reported. */
  async readGuide(): Promise<void> {
    const mine = ++this.#guiding;
    const wanted = () => this.#lives && mine === this.#guiding;
    const found = await steadily(
      (signal) => answer(api.GET("/api/tables/{name}/ruling", { ...this.#at(), signal })),
      wanted,
    );
    if (!wanted()) return;
    if (found.ok) this.guide = found.value;
    else this.problem = found.problem;
  }

  /** Read the payments of the coup settled last; whether that was had. */
  async readSettled(): Promise<boolean> {
    const found = await answer(api.GET("/api/tables/{name}/payout", this.#at()));
    this.settled = found.ok ? found.value : null;
    if (!found.ok) this.problem = found.problem;
    return found.ok;
  }

  async #readBook(rulebook: string): Promise<void> {
    this.#bookRead = true;
    const lives = () => this.#lives;
    const path = { params: { path: { rulebook } } };
    const before = {
      path: { name: this.table },
      query: { after: Math.max(0, this.feed.sequence - EVENTS_READ), limit: EVENTS_READ },
    };
    const [commands, book, events] = await Promise.all([
      steadily(
        (signal) => answer(api.GET("/api/rulebooks/{rulebook}/commands", { ...path, signal })),
        lives,
      ),
      steadily(
        (signal) => answer(api.GET("/api/rulebooks/{rulebook}", { ...path, signal })),
        lives,
      ),
      steadily(
        (signal) => answer(api.GET("/api/tables/{name}/events", { params: before, signal })),
        lives,
      ),
    ]);
    this.#bookRead = commands.ok && book.ok && events.ok;
    if (commands.ok) this.commands = commands.value.commands;
    if (book.ok) this.book = book.value;
    if (events.ok) this.earlier = events.value.events;
  }

  /** Do something; one at a time, and a refusal stays on the screen until the next act. */
  async act(given: Body | Command): Promise<boolean> {
    return this.#done(() => this.feed.send(given as Command));
  }

  /** Have the automatic staff do the house's next act. */
  async automatic(): Promise<boolean> {
    const key = newId();
    return this.#done(() =>
      this.feed.status.kind === "offline"
        ? Promise.resolve(offline())
        : answer(
            api.POST("/api/tables/{name}/autodeal", {
              params: { path: { name: this.table }, header: { "Idempotency-Key": key } },
            }),
          ),
    );
  }

  /** Grant or refuse what another asked for. */
  async decide(number: number, granted: boolean): Promise<boolean> {
    return this.act(
      granted
        ? { do: "grant-approval", approval: number }
        : { do: "refuse-approval", approval: number },
    );
  }

  async #done(doing: () => Promise<Result<{ sequence: number }>>): Promise<boolean> {
    if (this.busy) return false;
    if ((this.console?.sequence ?? 0) < this.#accepted) {
      // What was done last is not shown yet; where it could not be read, it is asked for again.
      if (this.#answered === this.#reading) void this.read();
      return false;
    }
    this.busy = true;
    this.problem = null;
    const found = await doing();
    this.busy = false;
    if (found.ok) this.#accepted = Math.max(this.#accepted, found.value.sequence);
    else this.problem = this.named(found.problem);
    if (found.ok) void this.read();
    return found.ok;
  }

  /** Whether an act is offered now, and why not. */
  now(word: string): ActNow | undefined {
    return this.console?.acts.find((one) => one.do === word);
  }

  area(id: string): Area | undefined {
    return this.sheet?.areas.find((one) => one.id === id);
  }

  /** How a person is called on this screen: staff by their name, patrons by their seat. */
  name(id: string): string {
    const staff = this.console?.people[id] ?? this.guide?.people[id];
    if (staff !== undefined) return staff;
    const terminal = this.feed.parts.hall?.terminals.find((one) => one.terminal === id);
    if (terminal) return terminal.label || id;
    const person = this.view?.people[id];
    if (person?.role !== "player") return id;
    return person.seat
      ? t("console.seat", { seat: person.seat })
      : t("console.standing", { person: id });
  }

  /** What an id in an event is called: a wager, or a person. */
  called(id: string): string {
    return this.area(id)?.short ?? this.name(id);
  }

  /** An event in one line, in the language chosen. */
  told(event: SeenEvent): string {
    return eventText(event, words.language, (id) => this.called(id));
  }

  /** A problem with names in the place of ids. */
  named(problem: Problem): Problem {
    const { code, clauses, approval } = problem;
    return { code, clauses, approval, sentence: this.sentence(problemText(problem)) };
  }

  /** The time zone in which the house's signs and events are. */
  get zone(): string | undefined {
    return this.sheet?.identity.time_zone;
  }

  /** A time of day at the casino, to the second. */
  clock(moment: string): string {
    return this.zone === undefined ? "" : zoned(moment, this.zone);
  }

  /** A time of day at the casino, as its notices have it. */
  time(moment: string): string {
    return this.zone === undefined ? "" : minuteZoned(moment, this.zone);
  }

  sentence(text: string): string {
    return text.replace(/\bp-[0-9a-f]{6,}\b/g, (id) => this.name(id));
  }
}
