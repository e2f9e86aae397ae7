/** A player's terminal: the table, what is one's own, and the wagers that are made there. */
import { onDestroy, untrack } from "svelte";
import { displayOf, type Problem } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { spoken } from "../../look/money";
import { session } from "../../session.svelte";
import { endsCoup } from "../../table/changes";
import { BetTime } from "../../table/period/left.svelte";
import { titleOf } from "../../table/sheet";
import { shoeOf, wagersOf } from "../../table/view";
import { type Watch, watch } from "../../table/watch.svelte";
import { t, words } from "../../words/words.svelte";
import { Approval } from "./approval.svelte";
import { Auto } from "./auto.svelte";
import { Bets, type Line } from "./bets.svelte";
import { Chips } from "./chips.svelte";
import { DealShown } from "./deal.svelte";
import { lettersOf } from "./keysof";
import { Marks } from "./marks.svelte";
import { OwnThings } from "./own.svelte";
import { Said } from "./said.svelte";

/** Letters that are keys of the terminal itself. */
export const RESERVED = "UCRHWOMKXDF";

const nothing = (sentence: string, clauses: readonly string[] = []): Problem => ({
  code: "nothing",
  sentence,
  clauses: [...clauses],
});

export class Play {
  readonly name: string;
  readonly table: Watch;
  readonly own: OwnThings;
  readonly bets: Bets;
  readonly deal: DealShown;
  readonly time: BetTime;
  readonly auto: Auto;
  readonly approval: Approval;
  readonly chips: Chips;
  readonly marks: Marks;
  readonly said: Said;
  readonly player = session.signed?.role === "player";
  readonly mine = session.signed?.person ?? null;
  /** A problem that is not of a wager. */
  other: Problem | null = $state.raw(null);
  /** The box that wagers go to, where one was chosen. */
  #box: number | null = $state(null);

  constructor(name: string) {
    this.name = name;
    this.table = watch(name, this.player ? ["own", "roads", "terminal"] : []);
    this.own = new OwnThings(this.feed, this.player);
    this.deal = new DealShown(this.table);
    this.time = new BetTime(() => this.sheet?.period);
    this.bets = new Bets({
      send: (body) => this.feed.send(body),
      lay: (steps) => this.feed.lay(steps),
      laid: () => this.own.now?.laid ?? [],
      lying: () => this.lying,
      sequence: () => this.feed.sequence,
      approval: () => this.approval.number,
      accepted: (wager, cents) =>
        say(
          t("terminal.placed", { what: this.titled(wager), amount: spoken(cents, words.language) }),
        ),
    });
    this.auto = new Auto({
      round: () => (this.#mayBet ? this.#upTo : null),
      clear: () => this.lying.every((one) => one.fixed),
      lay: (lines) => untrack(() => this.bets.lay(lines)),
    });
    this.approval = new Approval(this);
    this.chips = new Chips(this);
    this.marks = new Marks(this);
    this.said = new Said(this);
    if (!this.player) return;
    let coup = this.#upTo;
    let sheet = this.sheet;
    onDestroy(
      this.feed.onevents((events, skip) => {
        const ended = endsCoup(events) || (skip && this.#upTo !== coup);
        coup = this.#upTo;
        if (ended) this.bets.begin();
        if (sheet !== this.sheet) this.other = null;
        sheet = this.sheet;
      }),
    );
    $effect(() => void this.auto.look());
  }

  /** How far the shoe is played: it changes as a coup ends, though its events were not told. */
  get #upTo(): string {
    return `${this.shoe?.number}/${this.shoe?.coups}`;
  }

  get feed() {
    return this.table.feed;
  }
  get coup() {
    return this.table.coup;
  }
  get view() {
    return this.feed.view;
  }
  get sheet() {
    return this.table.sheet;
  }
  get rulebook(): string {
    return this.sheet?.identity.rulebook ?? "";
  }
  get present(): boolean {
    return this.own.now?.present ?? false;
  }

  readonly shoe = $derived.by(() => shoeOf(this.view));
  readonly lying = $derived.by(() => wagersOf(this.view).filter((one) => one.person === this.mine));
  /** Betting was closed, or the time to bet is over. */
  readonly closed = $derived.by(
    () => (this.coup !== null && this.coup.closed) || (this.coup === null && this.time.over),
  );
  readonly areas = $derived.by(() => (this.sheet?.areas ?? []).filter((one) => !one.by_choice));
  /** The boxes to choose from, where they are shared; none where a wager is at one's seat. */
  readonly everyBox = $derived.by(() => {
    const { layout = null, shared = null } = this.sheet ?? {};
    if (layout === null || shared === null) return [];
    const boxes = Array.from({ length: layout.seats }, (_, place) => place + 1);
    return boxes.filter((box) => !layout.closed_boxes.includes(box));
  });
  /** The box that the next wager goes to. */
  readonly box = $derived.by(() => {
    if (this.everyBox.length === 0) return null;
    return this.#box ?? this.own.now?.seat ?? this.boxes[0] ?? this.everyBox[0] ?? null;
  });
  /** The boxes on which one has wagers. */
  readonly boxes = $derived.by(() => [
    ...new Set(this.lying.flatMap((one) => (one.box == null ? [] : [one.box]))),
  ]);
  chooseBox(box: number): void {
    this.#box = box;
  }
  readonly letters = $derived.by(() => {
    const found = lettersOf(
      this.areas.map((one) => one.short),
      RESERVED,
    );
    return new Map(this.areas.map((one, place) => [one.id, found[place] ?? ""]));
  });

  titled(wager: string): string {
    const area = this.areas.find((one) => one.id === wager);
    return area ? titleOf(area, words.language) : wager;
  }

  /** The Run whose results are being named, and those named so far. */
  naming = $state<{ id: string; length: number; letters: string } | null>(null);
  /** Name the next result; with the last one the wager is placed. */
  nameResult(letter: string): void {
    const now = this.naming;
    if (now === null) return;
    const letters = now.letters + letter;
    if (letters.length < now.length) {
      this.naming = { ...now, letters };
      return;
    }
    this.naming = null;
    if (this.chips.chosen > 0) void this.bets.place(now.id, this.chips.chosen, this.box, letters);
  }
  place(id: string): void {
    this.deal.dismiss();
    this.other = null;
    const length = this.areas.find((one) => one.id === id)?.nominated ?? null;
    if (length !== null) {
      this.naming = this.naming?.id === id ? null : { id, length, letters: "" };
      return;
    }
    if (this.chips.chosen > 0) void this.bets.place(id, this.chips.chosen, this.box);
  }
  /** After the close nothing is taken back; the sheet says why. */
  #closedNow(): boolean {
    if (!this.closed || !this.sheet) return false;
    this.other = nothing(this.said.note, this.sheet.close.clauses);
    return true;
  }
  undo(): void {
    this.other = null;
    if (this.#closedNow()) return;
    if (this.bets.canUndo) void this.bets.undo();
    else this.other = nothing(t("terminal.nothing.undo"));
  }
  clear(): void {
    this.other = null;
    if (this.#closedNow()) return;
    if (this.lying.length > 0) void this.bets.clear();
    else this.other = nothing(t("terminal.nothing.clear"));
  }
  double(): void {
    this.other = null;
    if (this.#closedNow()) return;
    if (this.lying.some((one) => !one.fixed)) void this.bets.double();
    else this.other = nothing(t("terminal.nothing.clear"));
  }
  repeat(): void {
    this.other = null;
    if (this.#closedNow()) return;
    const lines = this.earlier.filter((one) => !this.#lies(one));
    if (lines.length > 0) void this.bets.lay(lines);
    else this.other = nothing(t("terminal.nothing.repeat"));
  }
  #lies(line: Line): boolean {
    const box = line.box ?? null;
    return this.lying.some((one) => one.wager === line.wager && (box === null || one.box === box));
  }
  /** The wagers of one's newest coup that can be laid again, those that others rest on first. */
  readonly earlier: Line[] = $derived.by(() => this.lines(this.own.coup?.lines ?? []));
  /** Wagers as this table takes them now. */
  lines(wagers: readonly Line[]): Line[] {
    const area = (id: string) => this.areas.find((one) => one.id === id);
    const found = wagers.filter(({ wager }) => area(wager) && area(wager)?.nominated == null);
    const ordered = found.toSorted(
      (one, other) => Number(area(one.wager)?.optional) - Number(area(other.wager)?.optional),
    );
    return ordered.map(({ wager, stake_cents, box }) => ({
      wager,
      stake_cents,
      ...(this.box === null ? {} : { box: box ?? this.box }),
    }));
  }
  /** What lies on the layout now, or lay there last. */
  readonly atHand: Line[] = $derived.by(() => {
    const lying = this.lines(this.lying.filter((one) => !one.fixed));
    return lying.length > 0 ? lying : this.earlier;
  });
  /** Lay a set of wagers; where some lie already they are raised. */
  favour(wagers: readonly Line[]): void {
    this.deal.dismiss();
    this.other = null;
    if (this.#closedNow()) return;
    const lines = this.lines(wagers);
    if (lines.length < wagers.length) this.other = nothing(t("terminal.nothing.set"));
    else void this.bets.lay(lines, "raise");
  }
  /** Whether wagers are taken now. */
  readonly #mayBet = $derived.by(
    () =>
      this.coup === null &&
      !this.closed &&
      this.present &&
      !this.sheet?.paused &&
      this.shoe !== null &&
      this.shoe.over === null &&
      this.view !== null &&
      displayOf(this.view).open &&
      (this.sheet?.betting_seconds === 0 || this.time.seconds !== null),
  );

  /** Whether it was done; where not, `other` says why. */
  async #do(body: Parameters<typeof this.feed.send>[0]): Promise<boolean> {
    const result = await this.feed.send(body);
    this.other = result.ok ? null : result.problem;
    return result.ok;
  }
  sit(seat: number | null): Promise<boolean> {
    const moves = this.present && seat !== null;
    return this.#do(moves ? { do: "take-seat", seat } : { do: "arrive", seat });
  }
  /** Choose one of the things that the game leaves to this player now. */
  choose(choice: string, hand: string | null, cents: number): Promise<boolean> {
    return this.#do({ do: "choose", choice, hand, amount_cents: cents });
  }
  leave(): Promise<boolean> {
    return this.#do({ do: "leave" });
  }
  async cashOut(cents: number): Promise<boolean> {
    const done = await this.#do({ do: "cash-out", amount_cents: cents });
    if (done) say(t("terminal.cash-out.done", { amount: spoken(cents, words.language) }));
    return done;
  }
}
