import { expect, it } from "vitest";
import { known } from "./result";

type Shown = Parameters<typeof known>[0];
const announced = (coup: number, outcome: string | null, player: number, banker: number) =>
  ({ coup, outcome, player, banker }) as Shown["announced"];
const latest = (coup: number, outcome: string, player: number, banker: number) =>
  ({ coup, outcome, player: { count: player }, banker: { count: banker } }) as Shown["latest"];

const ELEVEN = { coup: 11, outcome: "banker", player: 2, banker: 6 };
const TWELVE = { coup: 12, outcome: "banker", player: 3, banker: 7 };

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
