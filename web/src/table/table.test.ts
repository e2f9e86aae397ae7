import { describe, expect, it } from "vitest";
import type { SeenEvent, View } from "../api/types";
import { endsCoup, moving } from "./changes";
import { inOrder, marksAfter, marksNow, strays } from "./marks";
import { seatsTaken } from "./seats";
import { closeText, wagerTitle } from "./sheet";
import type { Line, Why } from "./view";

const line = (
  number: number,
  box: number,
  wager: string,
  outcome: string,
  stake: number,
  paid = 0,
) =>
  ({
    number,
    box,
    wager,
    outcome,
    stake_cents: stake,
    paid_cents: paid,
  }) as unknown as Line;

describe("marks", () => {
  it("add what several people have on one area", () => {
    const wagers = [
      { number: 1, person: "a", wager: "tie", stake_cents: 500, box: 2 },
      { number: 2, person: "b", wager: "tie", stake_cents: 700, box: 2 },
      { number: 3, person: "b", wager: "tie", stake_cents: 900, box: 3 },
    ];
    expect(marksNow(wagers, true).get("2/tie")).toEqual({ state: "placed", stake: 1200, paid: 0 });
    expect(marksNow(wagers, false).get("3/tie")?.state).toBe("locked");
  });

  it("say what became of each area", () => {
    const marks = marksAfter([
      line(1, 1, "banker", "win", 2500, 2400),
      line(2, 1, "player", "stand-off", 100),
      line(3, 2, "tie", "lose", 500),
      line(4, 2, "tie", "lose", 300),
    ]);
    expect(marks.get("1/banker")).toEqual({ state: "won", stake: 2500, paid: 2400 });
    expect(marks.get("1/player")?.state).toBe("stand-off");
    expect(marks.get("2/tie")).toEqual({ state: "lost", stake: 800, paid: 0 });
  });
});

it("keeps the order in which lines are done", () => {
  const why = {
    lines: [line(1, 1, "a", "lose", 1), line(2, 1, "b", "win", 1), line(3, 2, "c", "lose", 1)],
    collect: [3, 1],
    pay: [2],
    return: [],
  } as unknown as Why;
  const lists = inOrder(why);
  expect(lists.collect.map((one) => one.number)).toEqual([3, 1]);
  expect(lists.pay.map((one) => one.number)).toEqual([2]);
  expect(lists.back).toEqual([]);
});

it("knows who sits where for players and for staff", () => {
  const player = { role: "player", players: [{ person: "a", seat: 2 }, { person: "b" }] };
  expect([...seatsTaken(player as unknown as View)]).toEqual([[2, "a"]]);
  const staff = {
    role: "staff",
    people: {
      a: { role: "player", seat: 4 },
      b: { role: "player", seat: 5, present: false },
      c: { role: "staff" },
    },
  };
  expect([...seatsTaken(staff as unknown as View)]).toEqual([[4, "a"]]);
});

const event = (kind: string, fields: Record<string, unknown> = {}): SeenEvent => ({
  sequence: 1,
  event: kind,
  at: "",
  rank: "Dealer",
  fields,
});
const dealt = (hand: string, place: number, card?: number) =>
  event("card-dealt", { hand, place, ...(card === undefined ? {} : { card }) });

describe("movement", () => {
  it("is of the cards just dealt or turned", () => {
    expect([...moving([dealt("player", 0, 3)], false)]).toEqual([["player/0", "deal"]]);
    expect([...moving([event("card-turned", { hand: "banker", place: 1 })], false)]).toEqual([
      ["banker/1", "turn"],
    ]);
  });
  it("is skipped after a gap and where more than a second of it would wait", () => {
    expect(moving([dealt("player", 0)], true).size).toBe(0);
    const four = [0, 1].flatMap((place) => [dealt("player", place), dealt("banker", place)]);
    expect(moving(four.slice(0, 2), false).size).toBe(2);
    expect(moving(four, false).size).toBe(0);
  });
});

it("reads a settlement when a coup ends", () => {
  expect(endsCoup([event("card-dealt")])).toBe(false);
  expect(endsCoup([event("card-dealt"), event("coup-settled")])).toBe(true);
});

describe("names in the language chosen", () => {
  it("calls a wager as the layout does, and as the server does where it is not on it", () => {
    const both = { areas: [{ id: "six", zh: "超级六" }] } as unknown as Parameters<
      typeof wagerTitle
    >[0];
    expect(wagerTitle(both, "six", "Super Six", "zh")).toBe("超级六");
    expect(wagerTitle(both, "six", "Super Six", "en")).toBe("Super Six");
    expect(wagerTitle(both, "gone", "Gone", "zh")).toBe("Gone");
  });
  it("says what closes betting by the key the server gives", () => {
    const close = (at: string) => ({ at, sentence: "As sent.", seconds: null, clauses: [] });
    expect(closeText(close("call"), "zh")).toBe("庄荷宣布时停止投注。");
    expect(closeText(close("something-new"), "zh")).toBe("As sent.");
  });
});

it("what no box of the layout shows is found", () => {
  const mark = { state: "placed" as const, stake: 2500, paid: 0 };
  const marks = new Map(["2/banker", "0/tie", "9/player", "1/gone"].map((key) => [key, mark]));
  const found = strays(marks, [{ id: "banker" }, { id: "tie" }, { id: "player" }], 6);
  expect(found.map((one) => [one.seat, one.wager, one.stake])).toEqual([
    [0, "tie", 2500],
    [9, "player", 2500],
    [1, "gone", 2500],
  ]);
});
