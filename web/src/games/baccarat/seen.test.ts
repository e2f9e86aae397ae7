import { expect, it } from "vitest";
import { dealtOrder, handsSeen, resultKnown as known } from "./seen";

type Shown = Parameters<typeof known>[0];
const announced = (coup: number, outcome: string | null, player: number, banker: number) =>
  ({ coup, outcome, player, banker }) as Shown["announced"];
const latest = (coup: number, outcome: string, player: number, banker: number) =>
  ({ coup, outcome, player: { count: player }, banker: { count: banker } }) as Shown["latest"];

const ELEVEN = { coup: 11, outcome: "banker", totals: { player: 2, banker: 6 } };
const TWELVE = { coup: 12, outcome: "banker", totals: { player: 3, banker: 7 } };

it("reads the hands of every answer as one list", () => {
  const cards = (round: unknown) =>
    handsSeen(round as Parameters<typeof handsSeen>[0]).map((one) => [
      one.side,
      one.cards,
      one.total,
    ]);
  const wanted = [
    ["player", ["8h", null], 8],
    ["banker", ["Td"], null],
  ];
  expect(cards({ hands: { player: "8h 9s", banker: "" } })).toEqual([
    ["player", ["8h", "9s"], null],
    ["banker", [], null],
  ]);
  expect(cards({ hands: { player: [30], banker: [] } })[0]).toEqual(["player", ["8h"], null]);
  const list = [
    { id: "player", title: "Player", cards: ["8h", null], count: 8 },
    { id: "banker", title: "Banker", cards: ["Td"] },
  ];
  expect(cards({ hands: list })).toEqual(wanted);
  expect(cards(null).map(([, found]) => found)).toEqual([[], []]);
});

it("has the cards of a coup in the order in which they were dealt", () => {
  const order = dealtOrder({ hands: { player: "2h 3d 5s", banker: "Tc 6c Ah" } });
  expect(order).toEqual(["2h", "Tc", "3d", "6c", "5s", "Ah"]);
});

it("stays that of the last coup while only the counts of the next are announced", () => {
  const before = latest(11, "banker", 2, 6);
  expect(known({ announced: null, latest: before })).toEqual(ELEVEN);
  expect(known({ announced: announced(12, null, 3, 7), latest: before })).toEqual(ELEVEN);
  expect(known({ announced: announced(12, "banker", 3, 7), latest: before })).toEqual(TWELVE);
  expect(known({ announced: null, latest: latest(12, "banker", 3, 7) })).toEqual(TWELVE);
});

it("is none in a new shoe, whatever the first counts are", () => {
  expect(known({ announced: null, latest: null })).toBeNull();
  expect(known({ announced: announced(1, null, 8, 0), latest: null })).toBeNull();
  expect(known({ announced: announced(1, "player", 8, 0), latest: null })?.coup).toBe(1);
});
