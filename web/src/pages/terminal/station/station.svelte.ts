/** An automated terminal: its screen as the server tells it, and what is touched on it. */
import { onDestroy } from "svelte";
import { answer, api } from "../../../api/client";
import type { Command, Problem, Schemas } from "../../../api/types";
import { interrupt, say } from "../../../look/announce.svelte";
import { spoken } from "../../../look/money";
import { Countdown } from "../../../table/period/countdown.svelte";
import { isWord, t, words } from "../../../words/words.svelte";
import { spell } from "../amounts";
import type { Play } from "../play.svelte";

export type Screen = Schemas["TerminalSeen"];
export type Ticket = Schemas["TicketSeen"];

/** What becomes of wagers, and why: the server's words for it have a sentence here. */
export function reasonOf(kind: "lowered" | "rejected", reason: string): string {
  const word = `station.${kind}.${reason.replaceAll(" ", "-")}`;
  return isWord(word) ? t(word) : reason;
}

export class Station {
  readonly play: Play;
  /** The area whose stake is being moved. */
  from: string | null = $state(null);
  tickets: Ticket[] = $state.raw([]);
  busy = $state(false);
  readonly countdown: Countdown;
  #tick = $state(performance.now());
  #heard = performance.now();
  #reported = "";

  constructor(play: Play) {
    this.play = play;
    this.countdown = new Countdown(() => this.screen?.period);
    const ticking = setInterval(() => (this.#tick = performance.now()), 1000);
    onDestroy(() => clearInterval(ticking));
    $effect(() => {
      void this.screen?.seconds;
      this.#heard = performance.now();
    });
    $effect(() => this.#reportRules());
    let before = false;
    $effect(() => {
      const runs = this.countdown.runs;
      if (runs !== before) say(t(runs ? "station.begun" : "period.over"));
      before = runs;
    });
    let rejected = "";
    $effect(() => {
      const now = Object.entries(this.screen?.rejected ?? {});
      const text = now
        .map(([id, why]) => `${play.titled(id)}: ${reasonOf("rejected", why)}`)
        .join(" ");
      if (text !== rejected && text !== "") interrupt(text);
      rejected = text;
    });
  }

  readonly screen: Screen | null = $derived.by(() => this.play.feed.parts.terminal ?? null);
  readonly has = (feature: string): boolean => this.screen?.features.includes(feature) ?? false;
  /** Why nothing can be touched now; nothing while wagers are taken. */
  readonly still: string | null = $derived.by(() => {
    const { screen } = this;
    if (screen === null) return "";
    if (screen.malfunction !== null) return t("station.out-of-order");
    if (screen.shut) return t("period.shut");
    if (screen.frozen) return t("period.frozen");
    if (this.countdown.runs) return null;
    return this.countdown.seconds === 0 ? t("period.over") : t("station.waits");
  });
  /** What lies on an area, or is debited there and not settled. */
  staked(id: string): number {
    return (this.screen?.stakes[id] ?? 0) + (this.screen?.accepted[id] ?? 0);
  }
  /** How long the account is open. */
  readonly session: string = $derived.by(() => {
    const seconds = this.screen?.seconds ?? 0;
    const since = this.screen?.since ? Math.max(0, this.#tick - this.#heard) / 1000 : 0;
    const { hours, minutes } = spell(seconds + since);
    const time =
      hours > 0 ? t("terminal.hours", { hours, minutes }) : t("terminal.minutes", { minutes });
    return t("terminal.session", { time });
  });

  async #give(body: Command): Promise<boolean> {
    this.busy = true;
    const result = await this.play.feed.send(body);
    this.busy = false;
    this.play.other = result.ok ? null : result.problem;
    return result.ok;
  }
  #cannot(): boolean {
    if (this.still === null) return false;
    this.play.other = this.#problem(this.still);
    return true;
  }
  #problem(sentence: string): Problem {
    return { code: "nothing", sentence, clauses: [] };
  }

  /** Touch an area: the chip in hand is added, or what is moved goes there. */
  async touch(id: string): Promise<void> {
    if (this.#cannot()) return;
    const { from, play } = this;
    this.from = null;
    if (from !== null && from !== id) {
      await this.#give({ do: "move-touch", wager: from, to: id });
      return;
    }
    if (play.chips.chosen <= 0) return;
    const cents = play.chips.chosen;
    if (await this.#give({ do: "touch-wager", wager: id, amount_cents: cents }))
      say(t("terminal.placed", { what: play.titled(id), amount: spoken(cents, words.language) }));
  }
  /** Take what lies on an area off it, or what lies anywhere. */
  async cancel(id?: string): Promise<void> {
    if (this.#cannot()) return;
    this.from = null;
    const lies = Object.keys(this.screen?.stakes ?? {}).length > 0;
    if (!lies) this.play.other = this.#problem(t("terminal.nothing.clear"));
    else
      await this.#give(
        id === undefined ? { do: "cancel-touch" } : { do: "cancel-touch", wager: id },
      );
  }
  /** The wagers of one's newest coup once more. */
  async repeat(): Promise<void> {
    if (this.#cannot()) return;
    const lines = this.play.own.coup?.lines ?? [];
    if (lines.length === 0) this.play.other = this.#problem(t("terminal.nothing.repeat"));
    for (const line of lines)
      if (
        !(await this.#give({
          do: "touch-wager",
          wager: line.wager,
          amount_cents: line.stake_cents,
        }))
      )
        return;
  }
  /** Begin to move what lies on an area; touched again, it stays. */
  move(id: string): void {
    this.from = this.from === id ? null : id;
  }

  insertNote(cents: number): Promise<boolean> {
    return this.#give({ do: "insert-note", amount_cents: cents });
  }
  insertTicket(ticket: string): Promise<boolean> {
    return this.#give({ do: "insert-ticket", ticket });
  }
  async printTicket(cents: number | null): Promise<boolean> {
    const amount = cents === null ? {} : { amount_cents: cents };
    const done = await this.#give({ do: "print-ticket", ...amount });
    if (done) say(t("station.ticket.asked"));
    return done;
  }
  notice(what: string): Promise<boolean> {
    return this.#give({ do: "notice-malfunction", what });
  }
  /** The tickets that were made here last, as they are printed. */
  async readTickets(): Promise<void> {
    const params = { path: { name: this.play.name } };
    const found = await answer(api.GET("/api/tables/{name}/terminal/tickets", { params }));
    if (found.ok) this.tickets = found.value.tickets;
  }

  /** Tell the table which rules this screen shows: those of another edition put it out of order. */
  #reportRules(): void {
    const identity = this.play.sheet?.identity;
    const { screen } = this;
    if (!identity || !screen || screen.malfunction !== null) return;
    const shown = `${identity.rulebook}/${identity.edition}`;
    if (screen.rules_told === shown || this.#reported === shown) return;
    this.#reported = shown;
    void this.play.feed.send({ do: "report-meter", rules: shown });
  }
}
