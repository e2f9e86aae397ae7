/** What the pages of a table read out of what they are sent. */
import type { Schemas, SeenEvent, View } from "../../api/types";
import type { AreaState, Hue } from "../../look/area";
import { RANKS } from "../../look/cards";

export type Sheet = Schemas["Sheet"];
export type SheetArea = Schemas["AreaDrawn"];
/** What a felt is drawn from: a table's sheet, or a layout without a table. */
export type Drawn = Pick<Sheet, "identity" | "layout" | "close"> & { areas: SheetArea[] };
export type Why = Schemas["Why"];
export type Line = Schemas["LineTold"];
export type Draws = Schemas["DrawsNow"];
export type HandTold = Schemas["HandTold"];
export type Wager = Schemas["WagerSeen"];
export type Coup = Schemas["CoupSeen"];
export type Shoe = Schemas["ShoeSeen"];

export type Side = "player" | "banker";
export const SIDES: readonly Side[] = ["player", "banker"];

/** A card of an event, which has its number there: `4 × rank + suit`. */
export function cardOf(id: number): string {
  return `${RANKS[Math.floor(id / 4)] ?? "?"}${"cdhs"[id % 4] ?? "?"}`;
}

/** The part of a view about the layout; a display has none. */
export const layoutOf = (view: View | null) =>
  view !== null && "table" in view ? view.table : null;
export const coupOf = (view: View | null): Coup | null => layoutOf(view)?.coup ?? null;
export const shoeOf = (view: View | null): Shoe | null => layoutOf(view)?.shoe ?? null;
export const wagersOf = (view: View | null): Wager[] => layoutOf(view)?.wagers ?? [];

/** Who sits where. */
export function seatsTaken(view: View | null): Map<number, string> {
  const taken = new Map<number, string>();
  if (view === null) return taken;
  if ("players" in view) {
    for (const one of view.players) if (one.seat != null) taken.set(one.seat, one.person);
  } else if ("people" in view) {
    for (const [person, one] of Object.entries(view.people)) {
      if (one.role === "player" && one.present !== false && one.seat != null)
        taken.set(one.seat, person);
    }
  }
  return taken;
}

export const hueOf = (hue: SheetArea["hue"]): Hue | undefined => (hue === "none" ? undefined : hue);

export interface Mark {
  state: AreaState;
  stake: number;
  paid: number;
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

const STATES: Record<string, AreaState> = {
  win: "won",
  lose: "lost",
  "stand-off": "stand-off",
  void: "stand-off",
};

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
export function inOrder(why: Why): { collect: Line[]; pay: Line[]; back: Line[] } {
  const by = new Map(why.lines.map((line) => [line.number, line]));
  const find = (numbers: readonly number[]) =>
    numbers.map((number) => by.get(number)).filter((line) => line !== undefined);
  return { collect: find(why.collect), pay: find(why.pay), back: find(why.return) };
}

const ENDS = new Set(["coup-settled", "coup-voided", "coup-corrected", "outcome-invalidated"]);
const SHEET = new Set([
  "table-opened",
  "table-closed",
  "sign-displayed",
  "notice-posted",
  "notice-withdrawn",
  "notice-carried-out",
  "game-changed",
  "limits-changed",
  "minimum-raised",
  "old-minimum-ended",
  "edition-moved",
  "method-changed",
  "wager-confined",
  "confinement-lifted",
  "personal-limits-set",
  "personal-limits-ended",
  "box-closed",
  "box-opened",
  "arrived",
  "shoe-loaded",
]);

/** Whether the events end a coup, so that its settlement is to be read. */
export const endsCoup = (events: readonly SeenEvent[]) => events.some((one) => ENDS.has(one.event));
/** Whether the events change what is drawn: game, sign, layout, limits. */
export const changesSheet = (events: readonly SeenEvent[]) =>
  events.some((one) => SHEET.has(one.event));

const MOST_MS = 1000;
const CARD_MS = 580;

/** How a card moves: it comes from the shoe, or it is turned where it lies. */
export type Moves = ReadonlyMap<string, "deal" | "turn">;

/** The cards that move by these events: none where more than a second of it would wait. */
export function moving(events: readonly SeenEvent[], skip: boolean): Moves {
  const moves = new Map<string, "deal" | "turn">();
  if (skip) return moves;
  for (const one of events) {
    const how = one.event === "card-dealt" ? "deal" : one.event === "card-turned" ? "turn" : null;
    const fields = one.fields ?? {};
    if (how !== null) moves.set(`${String(fields["hand"])}/${String(fields["place"])}`, how);
  }
  return (moves.size - 1) * CARD_MS >= MOST_MS ? new Map() : moves;
}

/** A number that an event tells of. */
export function numberIn(event: SeenEvent | undefined, field: string): number | null {
  const found = event?.fields?.[field];
  return typeof found === "number" ? found : null;
}
