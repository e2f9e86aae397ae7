/** A player's terminal: the table, what is one's own, the wagers, and what was not done. */
import { onDestroy, untrack } from "svelte";
import { displayOf, type Problem, type Schemas } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { chipSet } from "../../look/chips";
import { money, spoken } from "../../look/money";
import { session } from "../../session.svelte";
import { endsCoup } from "../../table/changes";
import { type Mark, marksAfter } from "../../table/marks";
import { BetTime } from "../../table/period/left.svelte";
import { closeText, titleOf } from "../../table/sheet";
import { numberIn, shoeOf, wagersOf } from "../../table/view";
import { type Watch, watch } from "../../table/watch.svelte";
import { told } from "../../words/told.svelte";
import { t, words } from "../../words/words.svelte";
import { chipsFor, spell, takes } from "./amounts";
import { Auto } from "./auto.svelte";
import { Bets, type Line } from "./bets.svelte";
import { DealShown } from "./deal.svelte";
import { lettersOf } from "./keysof";
import { OwnThings } from "./own.svelte";

/** Letters that are keys of the terminal itself. */
export const RESERVED = "UCRHWOMKXDF";
const EMPTY: Mark = { state: "empty", stake: 0, paid: 0 };

const nothing = (sentence: string, clauses: readonly string[] = []): Problem => ({
  code: "nothing",
  sentence,
  clauses: [...clauses],
});

type State = Schemas["OwnApproval"]["state"];

export class Play {
  readonly name: string;
  readonly table: Watch;
  readonly own: OwnThings;
  readonly bets: Bets;
  readonly deal: DealShown;
  readonly time: BetTime;
  readonly auto: Auto;
  readonly player = session.signed?.role === "player";
  readonly mine = session.signed?.person ?? null;
  /** A problem that is not of a wager. */
  other: Problem | null = $state.raw(null);
  /** An approval that was asked for here; what became of it is among one's own things. */
  #request: { key: string; number: number } | null = $state.raw(null);
  /** The chip in hand. */
  chosen = $state(0);
  /** The box that wagers go to, where one was chosen. */
  #box: number | null = $state(null);
  #tick = $state(performance.now());

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
      approval: () => (this.asked?.state === "granted" ? this.asked.number : null),
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
    const ticking = setInterval(() => (this.#tick = performance.now()), 1000);
    onDestroy(() => clearInterval(ticking));
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
    let before: State | undefined;
    $effect(() => {
      const now = this.asked?.state;
      if (now !== before && (now === "granted" || now === "refused" || now === "withdrawn"))
        say(t(`terminal.approval.${now}`));
      before = now;
    });
    $effect(() => {
      const { offered, picked } = this;
      if (this.chosen !== 0 && offered.has(this.chosen)) return;
      if (offered.size === 0 && picked.some((one) => one.cents === this.chosen)) return;
      const least = this.areas.find((one) => one.group === "main")?.minimum_cents ?? 0;
      const some = offered.size > 0 ? picked.filter((one) => offered.has(one.cents)) : picked;
      this.chosen = (some.find((one) => one.cents >= least) ?? some.at(-1))?.cents ?? 0;
    });
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
  readonly set = $derived.by(() => chipSet(this.sheet?.chips ?? []));
  /** The chips to pick from. */
  readonly picked = $derived.by(() =>
    chipSet(
      chipsFor(
        this.sheet?.chips ?? [],
        this.areas.map((one) => one.minimum_cents),
      ),
    ),
  );
  /** What one could still add to an area without leaving its limits. */
  takes(id: string, cents: number): boolean {
    const area = this.areas.find((one) => one.id === id);
    const { sign, unit_cents: unit = 0 } = this.sheet ?? {};
    const { credit_cents: credit = 0, staked_cents: staked = 0 } = this.own.now ?? {};
    if (area === undefined || cents > credit) return false;
    const most = sign?.by_player_maximum_cents ?? null;
    if (most !== null && staked + cents > most) return false;
    const here = (one: { wager: string; box?: number | null }) =>
      one.wager === id && (this.box === null || one.box === this.box);
    const lies = this.lying.filter((one) => here(one) && !one.fixed);
    const stake = lies.reduce((sum, one) => sum + one.stake_cents, 0);
    return takes(area, stake + this.bets.pending(id, this.box), cents, unit);
  }
  /** The chips that some area takes now. */
  readonly offered = $derived.by(
    () =>
      new Set(
        this.picked
          .map((one) => one.cents)
          .filter((cents) => this.areas.some((area) => this.takes(area.id, cents))),
      ),
  );
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

  readonly #settled = $derived.by(
    () => this.coup === null && this.lying.length === 0 && this.bets.refused === null,
  );
  readonly #after = $derived.by(() =>
    this.#settled && this.table.last !== null && this.table.last.settled
      ? new Map(
          [...marksAfter(this.table.last.lines)].map(([key, mark]) => {
            const [box = "", wager = ""] = key.split("/");
            return [this.box === null ? wager : `${box}/${wager}`, mark];
          }),
        )
      : new Map<string, Mark>(),
  );
  /** One's wagers that outlive a coup, with the results that each still needs. */
  readonly waiting = $derived.by(() =>
    this.lying.flatMap((one) => {
      const area = this.areas.find((found) => found.id === one.wager);
      if (area === undefined || (area.sequence === "" && area.nominated === null)) return [];
      const counted = Number(one.memory || "0");
      const whole = area.sequence || one.nominated || "";
      const needs = area.tail === null ? whole.slice(counted) : "";
      return [{ number: one.number, wager: one.wager, counted, needs, tail: area.tail }];
    }),
  );
  /** What the indicators of the table's tails show, by the wager that opens each. */
  readonly indicators = $derived.by(() => {
    const tails = this.areas.filter((one) => one.tail === one.id);
    return tails.map((one) => {
      const mine = (id: string) => this.areas.find((area) => area.id === id)?.tail === one.id;
      const shown = wagersOf(this.view)
        .filter((lies) => mine(lies.wager))
        .map((lies) => Number(lies.memory || "0"));
      return { id: one.id, shown: Math.max(0, ...shown) };
    });
  });
  /** What one's area shows. */
  markOf(id: string): Mark {
    const here = (box: number | null | undefined) => this.box === null || box === this.box;
    const lies = this.lying.filter((one) => one.wager === id && here(one.box));
    const stake = lies.reduce((sum, one) => sum + one.stake_cents, 0);
    if (stake > 0) return { state: this.closed ? "locked" : "placed", stake, paid: 0 };
    if (this.bets.refused?.wager === id) return { ...EMPTY, state: "refused" };
    const key = this.box === null ? id : `${this.box}/${id}`;
    return (this.bets.pending(id, this.box) > 0 ? undefined : this.#after.get(key)) ?? EMPTY;
  }
  /** What the settled coup brought; nothing while another is under way. */
  readonly brought = $derived.by(() =>
    this.#settled && this.own.coup !== null && this.own.coup.coup === this.table.last?.coup
      ? this.own.coup.net_cents
      : null,
  );

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
    if (this.chosen > 0) void this.bets.place(now.id, this.chosen, this.box, letters);
  }
  place(id: string): void {
    this.deal.dismiss();
    this.other = null;
    const length = this.areas.find((one) => one.id === id)?.nominated ?? null;
    if (length !== null) {
      this.naming = this.naming?.id === id ? null : { id, length, letters: "" };
      return;
    }
    if (this.chosen > 0) void this.bets.place(id, this.chosen, this.box);
  }
  /** After the close nothing is taken back; the sheet says why. */
  #closedNow(): boolean {
    if (!this.closed || !this.sheet) return false;
    this.other = nothing(this.note, this.sheet.close.clauses);
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
  /** Ask for the approval without which a wager was refused; staff decide. */
  async ask(key: string): Promise<void> {
    const result = await this.feed.send({ do: "request-approval", key });
    if (!result.ok) {
      this.bets.refused = null;
      this.other = result.problem;
      return;
    }
    const number = numberIn(
      result.value.events.find((one) => one.event === "approval-requested"),
      "approval",
    );
    if (number === null) return;
    this.#request = { key, number };
    say(t("terminal.approval.waits"));
  }
  /** What was asked for here and is not used up, and what staff decided on it. */
  readonly asked = $derived.by(() => {
    const request = this.#request;
    if (request === null) return null;
    const found = this.own.now?.approvals.find((one) => one.number === request.number);
    const state = found?.state ?? "waits";
    return state === "used" ? null : { ...request, state };
  });

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

  /** A wager that waited for an approval can be placed now. */
  readonly approved = $derived.by(() => {
    const { refused } = this.bets;
    return (
      refused?.what === "place" &&
      refused.wager !== null &&
      this.asked?.state === "granted" &&
      this.asked.key === refused.problem.approval
    );
  });
  /** Place it, with the approval. */
  placeApproved(): void {
    const { refused } = this.bets;
    if (refused === null || refused.wager === null) return;
    void this.bets.place(refused.wager, refused.cents, this.box, refused.nominated);
  }

  readonly refusedHeading = $derived.by(() => {
    const found = this.bets.refused;
    if (found === null) return t("terminal.refused.other");
    if (this.auto.stopped) return t("terminal.refused.auto");
    const what = found.wager === null ? "" : this.titled(found.wager);
    return t(this.approved ? "terminal.approved" : `terminal.refused.${found.what}`, {
      what,
      amount: money(found.cents, { felt: true }),
    });
  });

  /** The coup and its result, in one sentence. */
  readonly result = $derived.by(() => {
    const { coup, table } = this;
    if (coup !== null) {
      return table.resultText === null
        ? t("table.coup", { coup: coup.number })
        : t("terminal.last", { coup: coup.number, result: table.resultText });
    }
    const last = table.last;
    if (last === null) return t("terminal.no-last");
    const text = table.result === null ? t("table.said.void") : (table.resultText ?? last.result);
    return t("terminal.last", { coup: last.coup, result: text });
  });

  /** The same without its coup, where there is little room. */
  readonly outcome = $derived.by(() => {
    const { coup, table } = this;
    if (table.resultText !== null) return table.resultText;
    return coup === null && table.last !== null ? t("table.said.void") : "";
  });

  /** What the terminal is for now. */
  readonly heading = $derived.by(() => {
    if (this.view !== null && !displayOf(this.view).open) return t("terminal.not-open");
    if (this.sheet?.paused) return t("display.paused.short");
    if (this.closed) return t("terminal.closed");
    if (this.shoe === null || this.shoe.over !== null) return t("terminal.waits.shoe");
    return t("terminal.place");
  });
  get note(): string {
    return this.sheet === null ? "" : closeText(this.sheet.close, words.language);
  }
  /** How long one has played. */
  readonly session = $derived.by(() => {
    const now = this.own.now;
    if (now === null) return "";
    const running = now.present ? Math.max(0, this.#tick - this.own.readAt) / 1000 : 0;
    const { hours, minutes } = spell(now.seconds + running);
    const time =
      hours > 0 ? t("terminal.hours", { hours, minutes }) : t("terminal.minutes", { minutes });
    return t("terminal.session", { time });
  });
  readonly seat = $derived.by(() => {
    if (!this.present) return "";
    const seat = this.own.now?.seat;
    return seat == null ? t("terminal.standing") : t("terminal.seat", { seat });
  });
  readonly title = $derived.by(() =>
    told(this.sheet?.game?.title ?? this.sheet?.identity.title ?? this.name),
  );
}
