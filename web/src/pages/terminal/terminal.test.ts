import { describe, expect, it, vi } from "vitest";
import type { Accepted, Command, Result, Schemas, WagerStep } from "../../api/types";
import { chipsFor, spell, takes } from "./amounts";
import { Auto } from "./auto.svelte";
import { Bets, type Lying } from "./bets.svelte";
import { lettersOf } from "./keysof";

/** A table that takes wagers, and shows them when told to. */
class Table {
  sequence = 10;
  shown: Lying[] = [];
  asked: Command[] = [];
  acts: WagerStep[][] = [];
  laid: Schemas["LaidAct"][] = [];
  refuse: string | null = null;
  #lies: Lying[] = [];
  #number = 0;

  readonly bets = new Bets({
    send: (body) => this.#take(body),
    lay: (steps) => this.#lay(steps),
    laid: () => this.laid,
    lying: () => this.shown,
    sequence: () => this.#seen,
    approval: () => this.approval,
  });
  approval: number | null = null;
  #seen = 10;

  show(): void {
    this.shown = this.#lies.map((one) => ({ ...one }));
    this.#seen = this.sequence;
  }

  get stakes(): Record<string, number> {
    return Object.fromEntries(this.#lies.map((one) => [one.wager, one.stake_cents]));
  }

  /** What is laid and its laid acts, as the table would show them. */
  lies(laid: [wager: string, before: number, cents: number][][]): void {
    const numbers = [...new Set(laid.flat().map(([wager]) => wager))];
    const number = (wager: string) => numbers.indexOf(wager) + 1;
    this.laid = laid.map((act) => ({
      chips: act.map(([wager, before_cents, cents]) => ({
        number: number(wager),
        wager,
        box: null,
        before_cents,
        cents,
      })),
    }));
    const stakes = new Map(laid.flat().map(([wager, before, cents]) => [wager, before + cents]));
    this.shown = [...stakes].map(([wager, stake_cents]) => ({
      number: number(wager),
      wager,
      stake_cents,
    }));
  }

  async #lay(steps: WagerStep[]): Promise<Result<Accepted>> {
    await Promise.resolve();
    this.acts.push(steps);
    if (steps.some((one) => one.do === this.refuse))
      return { ok: false, status: 409, problem: { code: "no", sentence: "No.", clauses: [] } };
    return { ok: true, value: { sequence: this.sequence, events: [] } };
  }

  async #take(body: Command): Promise<Result<Accepted>> {
    await Promise.resolve();
    this.asked.push(body);
    if (this.refuse === body.do)
      return { ok: false, status: 409, problem: { code: "no", sentence: "No.", clauses: [] } };
    const events: Accepted["events"] = [];
    if (body.do === "place-wager") {
      if (this.#lies.some((one) => one.wager === body.wager)) throw new Error("two on one area");
      const number = ++this.#number;
      this.#lies.push({ number, wager: body.wager, stake_cents: body.amount_cents });
      events.push({
        sequence: 1,
        event: "wager-placed",
        at: "",
        rank: "player",
        fields: { number },
      });
    } else if (body.do === "increase-wager") {
      const lies = this.#lies.find((one) => one.number === body.number);
      if (!lies) throw new Error("nothing to raise");
      lies.stake_cents += body.amount_cents;
    } else if (body.do === "withdraw-wager") {
      this.#lies = this.#lies.filter((one) => one.number !== body.number);
    }
    return { ok: true, value: { sequence: ++this.sequence, events } };
  }
}

describe("wagers at a terminal", () => {
  it("are one stake an area: placed, then raised, though the table shows it later", async () => {
    const table = new Table();
    await Promise.all([table.bets.place("banker", 2500), table.bets.place("banker", 500)]);
    expect(table.asked.map((one) => one.do)).toEqual(["place-wager", "increase-wager"]);
    expect(table.stakes).toEqual({ banker: 3000 });
  });

  it("name an approval once it is granted", async () => {
    const table = new Table();
    await table.bets.place("player", 500);
    table.approval = 7;
    await table.bets.place("banker", 500);
    expect(table.asked.map((one) => ("approval" in one ? one.approval : null))).toEqual([null, 7]);
  });

  it("are pending until the table shows them", async () => {
    const table = new Table();
    const placing = table.bets.place("tie", 500);
    expect(table.bets.pending("tie")).toBe(500);
    await placing;
    expect(table.bets.pending("tie")).toBe(500);
    table.show();
    expect(table.bets.pending("tie")).toBe(0);
  });

  it("that are refused leave nothing pending and say what was refused", async () => {
    const table = new Table();
    table.refuse = "place-wager";
    await table.bets.place("tie", 500);
    expect(table.bets.pending("tie")).toBe(0);
    expect(table.bets.refused).toMatchObject({ what: "place", wager: "tie", cents: 500 });
    table.refuse = null;
    await table.bets.place("tie", 700);
    expect(table.bets.refused).toBeNull();
  });

  it("are undone act by act, the last first, each act at once", async () => {
    const table = new Table();
    table.lies([
      [
        ["banker", 0, 2500],
        ["tie", 0, 500],
      ],
      [["banker", 2500, 1000]],
    ]);
    expect(table.bets.canUndo).toBe(true);
    await table.bets.undo();
    table.laid = table.laid.slice(0, 1);
    await table.bets.undo();
    expect(table.acts).toEqual([
      [
        { do: "withdraw-wager", number: 1 },
        { do: "place-wager", wager: "banker", amount_cents: 2500 },
      ],
      [
        { do: "withdraw-wager", number: 2 },
        { do: "withdraw-wager", number: 1 },
      ],
    ]);
    table.laid = [];
    expect(table.bets.canUndo).toBe(false);
  });

  it("are cleared all together, those that rest on others first", async () => {
    const table = new Table();
    table.lies([[["banker", 0, 2500]], [["tie", 0, 500]]]);
    table.shown[2] = { number: 3, wager: "run", stake_cents: 500, fixed: true };
    await table.bets.clear();
    expect(table.acts).toEqual([
      [
        { do: "withdraw-wager", number: 2 },
        { do: "withdraw-wager", number: 1 },
      ],
    ]);
  });

  it("are doubled in one act, and refused in one", async () => {
    const table = new Table();
    table.lies([
      [
        ["banker", 0, 2500],
        ["tie", 0, 500],
      ],
    ]);
    expect(await table.bets.double()).toBe(true);
    expect(table.acts).toEqual([
      [
        { do: "increase-wager", number: 1, amount_cents: 2500 },
        { do: "increase-wager", number: 2, amount_cents: 500 },
      ],
    ]);
    table.refuse = "increase-wager";
    expect(await table.bets.double()).toBe(false);
    expect(table.bets.refused).toMatchObject({ what: "double", wager: null });
  });

  it("are laid where nothing lies yet, or raised", async () => {
    const table = new Table();
    table.lies([[["tie", 0, 700]]]);
    const lines = [
      { wager: "tie", stake_cents: 500 },
      { wager: "banker", stake_cents: 2500 },
    ];
    await table.bets.lay(lines);
    await table.bets.lay(lines, "raise");
    const placed = { do: "place-wager", wager: "banker", amount_cents: 2500 };
    expect(table.acts).toEqual([
      [placed],
      [{ do: "increase-wager", number: 1, amount_cents: 500 }, placed],
    ]);
    expect(table.bets.pending("banker")).toBe(0);
  });
});

describe("auto-repeat", () => {
  const lines = [{ wager: "tie", stake_cents: 500 }];
  const asked: (typeof lines)[] = [];
  function auto(lay: () => boolean = () => true) {
    asked.length = 0;
    const round = { now: "1/1" as string | null, clear: true };
    const made = new Auto({
      round: () => round.now,
      clear: () => round.clear,
      lay: async (given) => {
        asked.push([...given]);
        return lay();
      },
    });
    return { made, round };
  }

  it("lays the same once a round, so many times", async () => {
    const { made, round } = auto();
    made.start(lines, 2);
    await made.look();
    await made.look();
    expect([asked, made.left]).toEqual([[lines], 1]);
    round.now = null;
    await made.look();
    round.now = "1/2";
    await made.look();
    round.now = "1/3";
    await made.look();
    expect([asked.length, made.left, made.stopped]).toEqual([2, null, false]);
  });

  it("leaves a round alone on which one has wagered, and stops when told", async () => {
    const { made, round } = auto();
    round.clear = false;
    made.start(lines, 5);
    await made.look();
    expect([asked, made.left]).toEqual([[], 4]);
    made.stop();
    round.now = "1/2";
    round.clear = true;
    await made.look();
    expect(asked).toEqual([]);
  });

  it("stops of itself when it is refused", async () => {
    const { made, round } = auto(() => false);
    made.start(lines, 5);
    await vi.waitFor(() => expect(made.stopped).toBe(true));
    round.now = "1/2";
    await made.look();
    expect([asked.length, made.left]).toEqual([1, null]);
  });
});

it("takes what keeps to the limits of an area", () => {
  const area = { minimum_cents: 2500, maximum_cents: 10_000, nominated: null };
  expect(takes(area, 0, 500, 0)).toBe(false);
  expect(takes(area, 2500, 500, 0)).toBe(true);
  expect(takes(area, 9500, 500, 0)).toBe(true);
  expect(takes(area, 9501, 500, 0)).toBe(false);
  expect(takes(area, 2500, 500, 1000)).toBe(false);
  expect(takes({ ...area, maximum_cents: null }, 10 ** 9, 500, 0)).toBe(true);
  expect(takes({ ...area, nominated: 3 }, 2500, 500, 0)).toBe(false);
});

it("offers chips that can open an area", () => {
  expect(chipsFor([50, 100, 500, 2500, 10_000], [2500, 500])).toEqual([500, 2500, 10_000]);
  expect(chipsFor([50, 100, 500], [500])).toEqual([50, 100, 500]);
});

it("gives each area a letter of its own", () => {
  const letters = lettersOf(
    ["Player", "Banker", "Tie", "Player Pair", "Banker Pair", "Super Six"],
    "UCR",
  );
  expect(letters.slice(0, 3)).toEqual(["P", "B", "T"]);
  expect(new Set(letters).size).toBe(6);
  expect(letters.some((letter) => "UCR".includes(letter))).toBe(false);
});

it("counts a session in hours and minutes", () => {
  expect(spell(59)).toEqual({ hours: 0, minutes: 0 });
  expect(spell(3725)).toEqual({ hours: 1, minutes: 2 });
});
