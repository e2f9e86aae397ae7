/** What waits in a pit: which of it is chosen, and doing it. */
import { tick } from "svelte";
import { answer, api, command, newId } from "../../api/client";
import type { Loaded } from "../../api/loaded.svelte";
import type { Command, Problem, Result, Schemas } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { go } from "../../router.svelte";
import { href } from "../../routes";
import { session } from "../../session.svelte";
import { tableName } from "../../table/name";
import { t } from "../../words/words.svelte";
import { keyOf, type Waiting } from "./due";

export type Act = "sign-on" | "grant" | "refuse" | "approve" | "rule" | "see";

export class Queue {
  /** Why the last act on the chosen item was refused. */
  problem: Problem | null = $state.raw(null);
  #key: string | null = $state(null);
  #busy = false;
  /** What was done a moment ago and is not read out yet. */
  #justDone = "";
  /** The item that stood first; not known before the pit is read. */
  #first: string | null | undefined;
  readonly #pit: Pick<Loaded<Schemas["Pit"]>, "value" | "again">;

  constructor(pit: Pick<Loaded<Schemas["Pit"]>, "value" | "again">) {
    this.#pit = pit;
    $effect(() => this.#announceFirst());
  }

  readonly items: Waiting[] = $derived.by(() => this.#pit.value?.queue ?? []);
  readonly chosen: Waiting | null = $derived.by(
    () => this.items.find((one) => keyOf(one) === this.#key) ?? this.items[0] ?? null,
  );

  isChosen(item: Waiting): boolean {
    return this.chosen !== null && keyOf(item) === keyOf(this.chosen);
  }
  choose(item: Waiting): void {
    this.#key = keyOf(item);
    this.problem = null;
  }
  /** Choose the next one, or the one before. */
  step(by: number): void {
    const { items, chosen } = this;
    if (chosen === null) return;
    const here = items.findIndex((one) => keyOf(one) === keyOf(chosen));
    const item = items[(here + by + items.length) % items.length];
    if (!item) return;
    this.choose(item);
    say(told(item));
    const place = document.querySelector(`[data-place="${CSS.escape(keyOf(item))}"]`);
    place?.scrollIntoView({ block: "nearest" });
  }

  act(item: Waiting, what: Act): void {
    const name = item.table;
    const path = { name, number: item.number ?? 0 };
    const given = { params: { path, header: { "Idempotency-Key": newId() } } };
    switch (what) {
      case "sign-on":
        return void this.#give(item, t("pit.signed-on"), () => command(name, { do: "sign-on" }));
      case "grant":
        return void this.#give(item, t("pit.approved"), () =>
          answer(api.POST("/api/tables/{name}/approvals/{number}/grant", given)),
        );
      case "refuse":
        return void this.#give(item, t("pit.refused"), () =>
          answer(api.POST("/api/tables/{name}/approvals/{number}/refuse", given)),
        );
      case "approve":
        return void this.#give(item, t("pit.approved"), () => this.#approve(item));
      case "rule":
        return go(href(session.signed?.role === "staff" ? "console" : "table", { name }));
      case "see":
        return go(href("table", { name }));
    }
  }

  /** Give the ruling as it was put forward; whoever is not on duty there comes on duty first. */
  async #approve(item: Waiting): Promise<Result<unknown>> {
    const { proposal, table, signed_on } = item;
    if (!signed_on) {
      const on = await command(table, { do: "sign-on" });
      if (!on.ok) return on;
    }
    return command(table, { do: "give-ruling", ...proposal?.fields } as Command);
  }

  discharge(item: Waiting, how: string): void {
    const path = { name: item.table, number: item.number ?? 0 };
    const params = { path, header: { "Idempotency-Key": newId() } };
    void this.#give(item, t("pit.discharged"), () =>
      answer(api.POST("/api/tables/{name}/duties/{number}/discharge", { params, body: { how } })),
    );
  }

  /** The brass act of the chosen item. */
  brass(): void {
    const { chosen } = this;
    if (chosen === null || !chosen.yours) return;
    if (chosen.kind === "ruling") this.act(chosen, approvable(chosen) ? "approve" : "rule");
    else if (chosen.kind !== "notice" && !chosen.signed_on) this.act(chosen, "sign-on");
    else if (chosen.kind === "approval") this.act(chosen, "grant");
    else if (chosen.kind === "duty") document.querySelector<HTMLElement>(".how-input")?.focus();
  }

  async #give(item: Waiting, done: string, call: () => Promise<Result<unknown>>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.problem = null;
    const result = await call();
    this.#busy = false;
    if (result.ok) this.#justDone = done;
    else {
      this.#key = keyOf(item);
      this.problem = result.problem;
    }
    await this.#pit.again();
    await tick();
    if (this.#justDone !== "") say(this.#justDone);
    this.#justDone = "";
  }

  /** What comes to stand first is read out, after what was just done. */
  #announceFirst(): void {
    if (!this.#pit.value) return;
    const item = this.#pit.value.queue[0];
    const top = item ? keyOf(item) : null;
    if (this.#first !== undefined && top !== this.#first) {
      say([this.#justDone, item ? told(item) : t("pit.none")].filter(Boolean).join(" "));
      this.#justDone = "";
    }
    this.#first = top;
  }
}

/** Whether a ruling was put forward that the one who looks may give, and that would be taken. */
export const approvable = (item: Waiting): boolean =>
  item.kind === "ruling" && item.yours && item.proposal !== null && item.proposal.refused === null;

const told = (item: Waiting) =>
  `${t(`pit.kind.${item.kind}`)}, ${tableName(item.table)}. ${item.about}`;
