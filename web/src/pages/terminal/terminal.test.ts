import { describe, expect, it } from "vitest";
import type { Accepted, Command, Result } from "../../api/types";
import { chipsFor, spell } from "./amounts";
import { Bets, type Lying } from "./bets.svelte";
import { lettersOf } from "./keysof";

/** A table that takes wagers, and shows them when told to. */
class Table {
  sequence = 10;
  shown: Lying[] = [];
  asked: Command[] = [];
  refuse: string | null = null;
  #lies: Lying[] = [];
  #number = 0;

  readonly bets = new Bets({
    send: (body) => this.#take(body),
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

  it("are undone chip by chip, the last first", async () => {
    const table = new Table();
    await table.bets.place("banker", 2500);
    await table.bets.place("tie", 500);
    await table.bets.place("banker", 1000);
    table.show();
    await table.bets.undo();
    expect(table.stakes).toEqual({ tie: 500, banker: 2500 });
    table.show();
    await table.bets.undo();
    expect(table.stakes).toEqual({ banker: 2500 });
    table.show();
    await table.bets.undo();
    expect(table.stakes).toEqual({});
    expect(table.bets.canUndo).toBe(false);
  });

  it("are cleared all together", async () => {
    const table = new Table();
    await table.bets.place("banker", 2500);
    table.show();
    await table.bets.place("tie", 500);
    await table.bets.clear();
    expect(table.stakes).toEqual({});
    expect(table.bets.canUndo).toBe(false);
  });

  it("stay where they are when taking them back is refused", async () => {
    const table = new Table();
    await table.bets.place("banker", 2500);
    table.show();
    table.refuse = "withdraw-wager";
    await table.bets.clear();
    expect(table.stakes).toEqual({ banker: 2500 });
    expect(table.bets.refused?.what).toBe("withdraw");
  });

  it("are repeated where nothing lies yet", async () => {
    const table = new Table();
    await table.bets.place("tie", 700);
    table.show();
    await Promise.all(
      table.bets.repeat([
        { wager: "tie", stake_cents: 500 },
        { wager: "banker", stake_cents: 2500 },
      ]),
    );
    expect(table.stakes).toEqual({ tie: 700, banker: 2500 });
  });

  it("of an ended coup cannot be undone", async () => {
    const table = new Table();
    await table.bets.place("tie", 700);
    table.bets.begin();
    expect(table.bets.canUndo).toBe(false);
  });
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
