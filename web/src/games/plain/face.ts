/** The face of a game that has none of its own: hands as a list, with titles, totals and results. */
import type { SeenEvent } from "../../api/types";
import { cardName, cardOf } from "../../look/cards";
import type { CoupTold } from "../../table/view";
import { readable } from "../../words/format";
import { type Language, said, t } from "../../words/words.svelte";
import type { DisplayShown, Hand, Result, Round, Row, Slot, Standing, TableFace } from "../game";
import DeskHands from "./DeskHands.svelte";
import DisplayResult from "./DisplayResult.svelte";
import FeltHands from "./FeltHands.svelte";
import RailHands from "./RailHands.svelte";
import { cardsIn, handsSent } from "./seen";
import StripHands from "./StripHands.svelte";

const MOST = 4;
const isMain = (one: Standing) => one.group === "main";

function hands(round: Round | null): Hand[] {
  return handsSent(round).map((hand) => ({
    ...hand,
    title: readable(hand.title),
    area: null,
    hue: "side-1",
    across: null,
    note: null,
    box: null,
    turn: false,
  }));
}

function result({ outcome, result: text, hands }: CoupTold): Result | null {
  if (outcome === "void") return null;
  const counted = hands.flatMap(({ id, count }) => (count === null ? [] : [[id, count] as const]));
  return { outcome, totals: Object.fromEntries(counted), said: text };
}

const named = (word: unknown): string | null => (typeof word === "string" ? readable(word) : null);

function slot(hand: string | null, place: number | null, language: Language): Slot | null {
  if (hand === null || place === null) return null;
  return { hand: readable(hand), place: said("console.card-due", language), only: true };
}

function spoken(event: SeenEvent, language: Language): string | null {
  const { hand, card } = event.fields ?? {};
  if (event.event !== "card-dealt" && event.event !== "card-turned") return null;
  const side = named(hand) ?? "";
  return typeof card === "number"
    ? said("table.said.card", language, { side, card: cardName(cardOf(card), language) })
    : said("table.said.down", language, { side });
}

function known({ view }: DisplayShown): (Result & { coup: number }) | null {
  const last = view.results.at(-1);
  if (!last) return null;
  return { coup: last.coup, outcome: last.outcome, totals: {}, said: view.announcement ?? "" };
}

/** Side wagers above, the others below them, a few in each row. */
function rows<T extends Standing>(areas: readonly T[]): Row<T>[] {
  const made: Row<T>[] = [];
  for (const kind of ["side", "main"] as const) {
    const list = areas.filter((one) => isMain(one) === (kind === "main"));
    for (let at = 0; at < list.length; at += MOST)
      made.push({ kind, areas: list.slice(at, at + MOST) });
  }
  return made;
}

export const plain: TableFace = {
  hands,
  result,
  announced: () => null,
  resultText: (found) => found.said ?? readable(found.outcome),
  totalsText: () => null,
  spoken: (event, _view, _sheet, language) => spoken(event, language),
  slot,
  dueText: () => t("console.card-due"),
  phaseText: () => null,
  actText: () => null,
  stageText: () => null,
  aside: () => null,
  dealtOrder: (row) => Object.values(row.hands).flatMap(cardsIn),
  rows,
  columns: (areas) => [...areas.filter(isMain), ...areas.filter((one) => !isMain(one))],
  known,
  coupShown: ({ view }) => view.results.at(-1)?.coup ?? null,
  questionText: () => null,
  handText: (hand) => readable(hand),
  DeskHands,
  Cloth: null,
  FeltHands,
  StripHands,
  RailHands,
  Ahead: null,
  DisplayResult,
  DisplayRoads: null,
  TerminalRoad: null,
};
