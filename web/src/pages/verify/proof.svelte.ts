/** A shoe checked here, from what is public, and only then laid beside what the server computed. */
import { untrack } from "svelte";
import { answer, api } from "../../api/client";
import { loaded, type Loaded } from "../../api/loaded.svelte";
import type { Schemas } from "../../api/types";
import { tableFace } from "../../games";
import { session } from "../../session.svelte";
import { cardsOf, committed, places, wholeDecks } from "./check";
import { sha256 } from "../../look/sha256";

interface Run {
  coup: number;
  cards: string[];
}

export class ShoeProof {
  readonly row: Loaded<Schemas["ShoeRow"]>;
  readonly server: Loaded<Schemas["Verification"]>;
  /** The sum over the revealed order; nothing while it is computed. */
  sum: string | null = $state(null);
  /** The coups of the shoe, for those who may see them. */
  runs: Run[] | null = $state.raw(null);

  constructor(table: string, shoe: number) {
    const path = { name: table, number: shoe };
    this.row = loaded(() =>
      answer(api.GET("/api/tables/{name}/shoes/{number}", { params: { path } })),
    );
    this.server = loaded(() =>
      answer(api.GET("/api/tables/{name}/shoes/{number}/verification", { params: { path } })),
    );
    $effect(() => {
      if (this.bytes) void sha256(this.bytes).then((made) => (this.sum = made));
    });
    $effect(() => {
      if (session.signed && this.opened) untrack(() => void this.#readCoups(table, shoe));
    });
  }

  async #readCoups(table: string, shoe: number): Promise<void> {
    const path = { name: table };
    const [coups, sheet] = await Promise.all([
      answer(
        api.GET("/api/tables/{name}/coups", { params: { path, query: { shoe, limit: 500 } } }),
        { stay: true },
      ),
      answer(api.GET("/api/tables/{name}/sheet", { params: { path } }), { stay: true }),
    ]);
    const face = sheet.ok ? tableFace(sheet.value) : null;
    if (!coups.ok || face === null) return;
    this.runs = coups.value.coups
      .filter((one) => !one.void)
      .reverse()
      .map((one) => ({ coup: one.coup, cards: face.dealtOrder(one) }));
  }

  get found(): Schemas["ShoeRow"] | null {
    return this.row.value;
  }
  get told(): Schemas["Verification"] | null {
    return this.server.value;
  }
  readonly cards = $derived.by(() => cardsOf(this.found?.order ?? ""));
  readonly bytes = $derived.by(() =>
    this.found?.nonce ? committed(this.found.nonce, this.cards) : null,
  );
  readonly decks = $derived.by(() => wholeDecks(this.cards));
  readonly opened = $derived.by(() => Boolean(this.found?.nonce && this.found.order));

  readonly #places = $derived.by(() =>
    this.runs === null
      ? null
      : places(
          this.cards,
          this.runs.map((one) => one.cards),
        ),
  );
  /** How many coups lie in the order as they were dealt. */
  readonly lying = $derived.by(() => this.#places?.filter((place) => place !== null).length ?? 0);
  /** The coup of each card of the order that was dealt in one. */
  readonly coupAt: ReadonlyMap<number, number> = $derived.by(() => {
    const owner = new Map<number, number>();
    this.runs?.forEach((run, index) => {
      const place = this.#places?.[index] ?? null;
      if (place !== null) run.cards.forEach((_, step) => owner.set(place + step, run.coup));
    });
    return owner;
  });

  readonly waits = $derived.by(() => this.sum === null && this.bytes !== null);
  readonly same = $derived.by(() => this.sum !== null && this.sum === this.found?.commitment);
  readonly whole = $derived.by(() => this.decks !== null && this.decks === this.found?.decks);
  readonly agrees = $derived.by(
    () => this.told?.opened === true && this.told.computed === this.sum,
  );
  readonly dealt = $derived.by(
    () => this.told?.opened === true && this.told.differs == null && this.told.coup == null,
  );
  readonly holds = $derived.by(
    () => this.same && this.whole && this.dealt && (this.told?.holds ?? false),
  );
}
