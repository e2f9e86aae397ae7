/** What lies on the areas of the layout, and what became of it. */
import type { AreaState } from "../look/area";
import { money } from "../look/money";
import type { CoupTold, Line, Wager } from "./view";

export interface Mark {
  state: AreaState;
  stake: number;
  paid: number;
}

const STATES: Record<string, AreaState> = {
  win: "won",
  lose: "lost",
  "stand-off": "stand-off",
  void: "stand-off",
};

/** The amount that is written on an area: what was paid, what was lost, or what lies there. */
export function markAmount({ state, stake, paid }: Mark): string {
  if (state === "won") return money(paid, { felt: true, sign: true });
  return money(state === "lost" ? -stake : stake, { felt: true });
}

export const placeKey = (box: number | null | undefined, wager: string) => `${box ?? 0}/${wager}`;

/** What lies on each area of each box before a coup is settled. */
export function marksNow(wagers: readonly Wager[], open: boolean): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const one of wagers) {
    const key = placeKey(one.box, one.wager);
    const stake = (marks.get(key)?.stake ?? 0) + one.stake_cents;
    marks.set(key, { state: open ? "placed" : "locked", stake, paid: 0 });
  }
  return marks;
}

/** One wager as it lies, or as it was settled: whose, on which hand of its box, in which place. */
export interface Stake extends Mark {
  number: number;
  person: string;
  box: number;
  wager: string;
  /** The hand that it lies on, where that is not the first of its box. */
  hand: string;
  position: number;
}

type Lies = Pick<Wager, "number" | "person" | "wager" | "box" | "hand" | "position">;
const lying = ({ number, person, wager, box, hand, position }: Lies) => ({
  number,
  person,
  wager,
  box: box ?? 0,
  hand: hand ?? "",
  position: position ?? 0,
});

/** Every wager before a coup is settled. */
export const stakesNow = (wagers: readonly Wager[], open: boolean): Stake[] =>
  wagers.map((one) => ({
    ...lying(one),
    state: open ? "placed" : "locked",
    stake: one.stake_cents,
    paid: 0,
  }));

/** Every wager as it was settled. */
export const stakesAfter = (lines: readonly Line[]): Stake[] =>
  lines.map((line) => ({
    ...lying(line),
    state: STATES[line.outcome] ?? "stand-off",
    stake: line.stake_cents,
    paid: line.paid_cents,
  }));

/** A wager that no area of a box on the layout shows. */
export interface Stray extends Mark {
  wager: string;
  /** 0 where it stands in no box. */
  seat: number;
}

/** What lies where nothing is drawn for it: in no box, in one that the layout has not, or not offered. */
export function strays(
  marks: ReadonlyMap<string, Mark>,
  areas: readonly { id: string }[],
  seats: number,
): Stray[] {
  const known = new Set(areas.map((one) => one.id));
  return [...marks].flatMap(([key, mark]) => {
    const [box = "", ...rest] = key.split("/");
    const [seat, wager] = [Number(box), rest.join("/")];
    return seat >= 1 && seat <= seats && known.has(wager) ? [] : [{ ...mark, wager, seat }];
  });
}

/** What became of each area of each box when a coup was settled. */
export function marksAfter(lines: readonly Line[]): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const line of lines) {
    const key = placeKey(line.box, line.wager);
    const before = marks.get(key);
    marks.set(key, {
      state: STATES[line.outcome] ?? "stand-off",
      stake: (before?.stake ?? 0) + line.stake_cents,
      paid: (before?.paid ?? 0) + line.paid_cents,
    });
  }
  return marks;
}

/** The lines in the order in which they are done. */
export function inOrder(why: CoupTold): { collect: Line[]; pay: Line[]; back: Line[] } {
  const by = new Map(why.lines.map((line) => [line.number, line]));
  const find = (numbers: readonly number[]) =>
    numbers.map((number) => by.get(number)).filter((line) => line !== undefined);
  return { collect: find(why.collect), pay: find(why.pay), back: find(why.return) };
}
