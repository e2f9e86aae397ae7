/** A coup played again: its steps, where the replay stands, and what is to be seen there. */
import { answer, api } from "../../api/client";
import { loaded, type Loaded } from "../../api/loaded.svelte";
import { displayOf, type Schemas, type SeenEvent, type View } from "../../api/types";
import { hueOf, tableFace } from "../../games";
import type { Hand } from "../../games/game";
import { say } from "../../look/announce.svelte";
import { eventText } from "../../table/events";
import { coupOf, layoutOf, wagersOf } from "../../table/view";
import { t, words } from "../../words/words.svelte";
import { beginning, moved, preparing, SLOW_MS, stepAsked } from "./steps";

export class Replay {
  readonly table: string;
  readonly coup: number;
  readonly found: Loaded<Schemas["Replay"]>;
  readonly #sheet: Loaded<Schemas["Sheet"]>;
  readonly #told: Loaded<Schemas["Why"]>;
  readonly #newest: Loaded<Schemas["CoupPage"]>;
  /** The steps are numbered from 1; 0 is the table before the coup. */
  step = $state(0);
  playing = $state(false);
  /** Whether the events before the coup are listed. */
  unfolded = $state(false);
  #begun = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(table: string, coup: number) {
    this.table = table;
    this.coup = coup;
    const at = { params: { path: { name: table, number: coup } } };
    const path = { name: table };
    this.found = loaded(() => answer(api.GET("/api/tables/{name}/coups/{number}/replay", at)));
    this.#sheet = loaded(() => answer(api.GET("/api/tables/{name}/sheet", { params: { path } })));
    this.#told = loaded(() => answer(api.GET("/api/tables/{name}/coups/{number}/why", at)));
    this.#newest = loaded(() =>
      answer(api.GET("/api/tables/{name}/coups", { params: { path, query: { limit: 1 } } })),
    );
    $effect(() => {
      if (this.#begun || !this.found.value) return;
      this.#begun = true;
      this.step = stepAsked(location.search, this.steps.length) ?? beginning(this.#kinds);
      if (this.step < this.before) this.unfolded = true;
    });
  }

  get sheet(): Schemas["Sheet"] | null {
    return this.#sheet.value;
  }
  get rulebook(): string {
    return this.sheet?.identity.rulebook ?? "";
  }
  get zone(): string | undefined {
    return this.sheet?.identity.time_zone;
  }
  /** The number of the table's newest coup. */
  get last(): number {
    return this.#newest.value?.coups[0]?.coup ?? 0;
  }

  readonly face = $derived.by(() => tableFace(this.sheet));
  readonly steps = $derived.by(() => this.found.value?.steps ?? []);
  readonly #kinds = $derived.by(() => this.steps.map((one) => one.event.event));
  /** What made the table ready is a line in the list until it is asked for, or stepped into. */
  readonly before = $derived.by(() => preparing(this.#kinds));
  readonly folded = $derived.by(() => this.before > 0 && !this.unfolded);

  readonly view: View | null = $derived.by(() => {
    if (this.found.value === null) return null;
    return this.step === 0 ? this.found.value.before : (this.steps[this.step - 1]?.view ?? null);
  });
  readonly event: SeenEvent | null = $derived.by(() =>
    this.step === 0 ? null : (this.steps[this.step - 1]?.event ?? null),
  );
  readonly layout = $derived.by(() => layoutOf(this.view));
  readonly wagers = $derived.by(() => wagersOf(this.view));
  readonly #inPlay = $derived.by(() => coupOf(this.view));

  /** The settlement once it was made: then the cards are away and the hands stay as they were. */
  readonly #settled = $derived.by(
    () =>
      this.event !== null &&
      this.#inPlay === null &&
      this.#kinds.slice(0, this.step).includes("coup-settled"),
  );
  readonly settled = $derived.by(() => (this.#settled ? this.#told.value : null));

  readonly hands: Hand[] = $derived.by(() => {
    const { face, sheet } = this;
    if (face === null) return [];
    const told = this.#told.value && face.hands(this.#told.value, sheet, words.language);
    if (this.#settled && told) return told;
    const coup = this.#inPlay;
    return face.hands(coup, sheet, words.language).map((hand, at) => ({
      ...hand,
      // What the rules said is told once the counts are announced.
      sentence: coup?.stage["counts_announced"] ? (told?.[at]?.sentence ?? null) : null,
      clauses: told?.[at]?.clauses ?? [],
    }));
  });
  readonly announcement = $derived.by(() =>
    this.view !== null && (this.#inPlay?.stage["counts_announced"] || this.#settled)
      ? (displayOf(this.view).announcement ?? "")
      : "",
  );

  #area(id: string) {
    return this.sheet?.areas.find((one) => one.id === id);
  }
  called(id: string): string {
    return this.#area(id)?.short ?? id;
  }
  hue(id: string): string {
    return hueOf(this.#area(id)?.hue) ?? "";
  }
  /** An event in one line; before all of them the table before the coup. */
  text(event: SeenEvent | null): string {
    if (event === null) return t("replay.before");
    return eventText(event, words.language, (id) => this.called(id));
  }

  to(step: number): void {
    this.step = step;
    // Where one stands has an address of its own: what is copied from above opens here.
    history.replaceState(history.state, "", `${location.pathname}?step=${step}`);
    if (step < this.before) this.unfolded = true;
    say(this.text(this.steps[step - 1]?.event ?? null));
  }
  by(many: number): void {
    this.to(moved(this.step, many, this.steps.length));
  }

  /** Play on by itself, or stop doing so. */
  play(): void {
    clearInterval(this.#timer);
    this.playing = !this.playing;
    if (!this.playing) return;
    if (this.step >= this.steps.length) this.step = this.before;
    this.#timer = setInterval(() => {
      this.by(1);
      if (this.step >= this.steps.length) this.play();
    }, SLOW_MS);
  }
  stop(): void {
    if (this.playing) this.play();
  }
  /** Go where the person asks: it plays no more. */
  goTo(step: number): void {
    this.stop();
    this.to(step);
  }
  go(many: number): void {
    this.stop();
    this.by(many);
  }
}
