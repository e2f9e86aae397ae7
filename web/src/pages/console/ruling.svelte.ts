/** A ruling that is prepared: which is chosen, what is filled in, what it would do, who may give it. */
import { answer, api } from "../../api/client";
import type { Problem } from "../../api/types";
import type { Consequence, Trouble } from "../../games/game";
import { told } from "../../words/told.svelte";
import { t } from "../../words/words.svelte";
import type { Desk } from "./desk.svelte";

export type Allowed = Trouble["allowed"][number];

export interface Given {
  desk: Desk;
  trouble: () => Trouble;
  /** The word of the ruling that is chosen, and what it does: the page beside it shows both. */
  chosen: () => string | null;
  choose: (ruling: string | null) => void;
  show: (consequence: Consequence | null) => void;
}

export class RulingPrepared {
  refused: Problem | null = $state.raw(null);
  /** Something was sent, so that a refusal is to be shown. */
  tried = $state(false);
  #fields: Record<string, string> = $state({});
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  readonly ruling = $derived.by(() => {
    const { allowed, proposed } = this.#given.trouble();
    const chosen = this.#given.chosen() ?? proposed?.ruling;
    return allowed.find((one) => one.ruling === chosen) ?? allowed[0] ?? null;
  });
  readonly who = $derived.by(() => this.ruling?.who ?? null);
  /** Whom the ruling chosen waits for, once it was put forward; nothing before. */
  readonly waiting: string | null = $derived.by(() => {
    const { proposed } = this.#given.trouble();
    if (proposed === null || proposed.ruling !== this.ruling?.ruling) return null;
    const [first] = this.askable;
    const { desk } = this.#given;
    return first ? `${desk.name(first.person)}, ${told(first.rank)}` : told(this.who?.rank ?? "");
  });
  /**
   * Staff with a session of their own, the lowest rank that may rule first; the automatic ones of a
   * virtual table never rule.
   */
  readonly askable = $derived.by(() => {
    const { desk } = this.#given;
    const ladder = desk.sheet?.ranks.ladder ?? [];
    return (this.who?.persons ?? [])
      .filter((one) => desk.console?.people[one.person])
      .sort((a, b) => ladder.indexOf(a.rank) - ladder.indexOf(b.rank));
  });

  /** Take up what the server says of the ruling that is chosen. */
  take(): void {
    const { ruling } = this;
    if (ruling && this.#given.chosen() !== ruling.ruling) this.#given.choose(ruling.ruling);
    this.#given.show(ruling?.consequence ?? null);
    this.refused = ruling?.refused ?? null;
  }

  pick(one: Allowed): void {
    this.#given.choose(one.ruling);
    this.#fields = {};
    this.tried = false;
  }

  value(name: string): string {
    const field = this.ruling?.fields.find((one) => one.name === name);
    const { proposed } = this.#given.trouble();
    const put = proposed !== null && proposed.ruling === this.ruling?.ruling ? proposed : null;
    const before = name === "reason" ? put?.reason : put?.hands[name];
    return this.#fields[name] ?? before ?? field?.suggest ?? "";
  }
  fill(name: string, value: string): void {
    this.#fields[name] = value;
    void this.#preview();
  }

  /** What is filled in: the reason, and the cards of hands by their names. */
  #filled(one: Allowed): { reason?: string; hands: Record<string, string> } {
    const given = one.fields.map((field) => [field.name, this.value(field.name).trim()] as const);
    const { reason, ...hands } = Object.fromEntries(given.filter(([, text]) => text !== ""));
    return reason === undefined ? { hands } : { reason, hands };
  }

  /** What the ruling would do with what is filled in. */
  async #preview(): Promise<void> {
    const { ruling } = this;
    if (!ruling) return;
    const found = await answer(
      api.POST("/api/tables/{name}/ruling/preview", {
        params: { path: { name: this.#given.desk.table } },
        body: { ruling: ruling.ruling, ...this.#filled(ruling) },
      }),
    );
    if (!found.ok) return;
    this.#given.show(found.value.consequence);
    this.refused = found.value.refused;
  }

  /** Give the ruling, or ask for somebody who may; sign on first where one is not on duty. */
  async go(): Promise<void> {
    const { ruling, who } = this;
    const { desk, choose } = this.#given;
    if (!ruling || !who) return;
    if (desk.console?.on_duty === false) {
      await desk.act({ do: "sign-on" });
      await desk.readGuide();
      return;
    }
    if (who.you) {
      this.tried = true;
      const command = { ...(ruling.command as { do: string }), ...this.#filled(ruling) };
      if (await desk.act(command)) choose(null);
      return;
    }
    this.tried = true;
    const proposal = { ruling: ruling.ruling, ...this.#filled(ruling) };
    if (await desk.act({ do: "propose-ruling", ...proposal })) await desk.readGuide();
  }

  /** What the key says. */
  readonly button: string = $derived.by(() => {
    const { desk } = this.#given;
    if (desk.console?.on_duty === false) return t("console.ruling.sign-on");
    if (this.who?.you) return t("console.ruling.give");
    const [first] = this.askable;
    return first
      ? t("console.ruling.ask", { name: desk.name(first.person), rank: told(first.rank) })
      : t("console.ruling.ask-rank", { rank: told(this.who?.rank ?? "") });
  });
}
