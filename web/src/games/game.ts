/** What a game gives to the pages. All that knows the cards of a game is in its folder. */
import type { Component } from "svelte";
import type { DisplayView, Schemas, SeenEvent, View } from "../api/types";
import type { Hue } from "../look/area";
import type { Moves } from "../table/changes";
import type { ChipSet } from "../look/chips";
import type { Announcement } from "../table/felt/plate";
import type { BetTime } from "../table/period/left.svelte";
import type { Stake } from "../table/marks";
import type { Drawn, Sheet, SheetArea } from "../table/sheet";
import type { Coup, CoupTold, Draws, Shoe } from "../table/view";
import type { Language } from "../words/words.svelte";

/** A hand as the pages draw it. */
export interface Hand {
  /** As commands and events call it. */
  id: string;
  /** What it is called in the language chosen. */
  title: string;
  /** The area where one wagers on it: it has the names that are printed on the layout. */
  area: SheetArea | null;
  hue: Hue;
  /** A card that is not known lies face down. */
  cards: readonly (string | null)[];
  /** The first place where a card lies across; nothing where none does. */
  across: number | null;
  total: number | null;
  /** How that total is counted, or what became of the hand, in a word. */
  note: string | null;
  /** The box that it is of, where hands are of boxes. */
  box: number | null;
  /** Whether somebody decides for it now. */
  turn: boolean;
  /** What the rules say of the hand, and the clauses that say it. */
  sentence: string | null;
  clauses: readonly string[];
}

export interface Result {
  outcome: string;
  /** The total of each hand, by its id. */
  totals: Readonly<Record<string, number>>;
  /** The sentence of the server, where the pages have no word of their own for it. */
  said?: string;
}

export type CoupRow = Schemas["CoupRow"];
export type Roads = Schemas["Roads"];
export type RuleCard = Schemas["RuleCard"];
export type Trouble = NonNullable<Schemas["RulingGuide"]["trouble"]>;
export type Consequence = NonNullable<Trouble["allowed"][number]["consequence"]>;

/** The answers of the server that have the hands of a round. */
export type Round = Coup | Draws | CoupTold | CoupRow | Schemas["Result"] | Trouble | Consequence;

/** Where a card goes, in words. */
export interface Slot {
  hand: string;
  place: string;
  /** Whether no other card can come next. */
  only: boolean;
}

/** A card in question: set aside, and lying by one of the hands. */
export interface Aside {
  hand: string;
  card: string | null;
  /** The hand to which the chosen ruling gives it. */
  goesTo: string | null;
}

/** How the areas of a terminal stand: rows of one kind. */
export interface Row<T> {
  areas: T[];
  kind: "main" | "even" | "side";
}

export interface Standing {
  id: string;
  group: string;
  hue: string;
}

export interface DeskHandsProps {
  hands: readonly Hand[];
  rulebook: string;
  back?: string;
  /** Whose card is due, where it will lie, and what is written there. */
  due?: string | null;
  place?: number | null;
  placeText?: string;
  /** What fits a small place. */
  placeShort?: string;
  /** A card in question, and what is said of it. */
  aside?: { hand: string; card: string | null; text: string } | null;
  /** Said under the due hand. */
  dueSentence?: string | null;
  dueClauses?: readonly string[];
  most?: number;
  /** One hand above the other. */
  stacked?: boolean;
  /** A quiet line, where no card lies. */
  foot?: string;
}

export interface FeltHandsProps {
  hands: readonly Hand[];
  rulebook: string;
  /** The width of a card. */
  width: number;
  narrow: boolean;
  back: string;
  moves: Moves;
  shoe: () => Element | null;
}

/** A whole cloth that a game draws by itself: boxes that are shared, each with its hands. */
export interface ClothProps {
  sheet: Drawn;
  set: ChipSet;
  /** Nothing: a layout without cards, chips and people. */
  hands: readonly Hand[] | null;
  stakes: readonly Stake[];
  taken: ReadonlyMap<number, string>;
  mine: string | null;
  shoe: Shoe | null;
  coup: Coup | null;
  moves: Moves;
  plate: Announcement | null;
  /** What the table does now, and the time to bet. */
  doing: string;
  time: BetTime | null;
  /** Since when somebody is asked to choose; nothing where play waits for nobody. */
  asked: string | null;
}

/** The small hands of a terminal, with the coup and its result in one sentence. */
export interface SmallHandsProps {
  hands: readonly Hand[];
  /** The boxes on which one has wagers. */
  mine: readonly number[];
  back: string;
  result: string;
}

/** What a display is told: the roads, where the game has any, and what all see. */
export interface DisplayShown {
  roads: Roads | null;
  view: DisplayView;
  sheet: Sheet | null;
}

/** What the pages of a table ask. */
export interface TableFace {
  /** The hands of a round, each in its place; without cards where there is no round. */
  hands(round: Round | null, sheet: Drawn | null, language: Language): Hand[];
  /** The result of a round that was settled; nothing where it has none. */
  result(round: CoupTold): Result | null;
  /** The result that an event announces. */
  announced(event: SeenEvent): Result | null;
  /** The result in one sentence; nothing where no hand has won and none is even. */
  resultText(result: Result, sheet: Drawn | null, language: Language): string | null;
  /** The totals of the hands in one line; nothing where there is none. */
  totalsText(round: Consequence): string | null;
  /** What is said of an event of the cards, for the live region; nothing of other events. */
  spoken(
    event: SeenEvent,
    view: View | null,
    sheet: Drawn | null,
    language: Language,
  ): string | null;

  /** Where the next card goes; nothing where it goes to no hand. */
  slot(hand: string | null, place: number | null, language: Language): Slot | null;
  /** What is written where the next card will lie. */
  dueText(place: number | null): string;
  /** What the table is doing now, where only the game can say so. */
  phaseText(draws: Draws | null, coup: Coup | null): string | null;
  /** What an act is called now, where only the game can say so. */
  actText(act: string, coup: Coup | null): string | null;
  /** A stage of the round; nothing where every game has it. */
  stageText(stage: Schemas["Stage"]): string | null;

  aside(trouble: Trouble, consequence: Consequence | null): Aside | null;
  /** The cards of a round in the order in which they left the shoe. */
  dealtOrder(row: CoupRow): string[];
  /** The areas of a terminal from top to bottom, and in two columns. */
  rows<T extends Standing>(areas: readonly T[]): Row<T>[];
  columns<T extends Standing>(areas: readonly T[]): T[];

  /** The result that is known to all, with the number of its coup. */
  known(shown: DisplayShown): (Result & { coup: number }) | null;
  /** The coup that a display shows. */
  coupShown(shown: DisplayShown): number | null;

  /** What somebody is asked who has these choices; nothing where it is simply theirs to choose. */
  questionText(choices: readonly string[], language: Language): string | null;
  /** What a hand is called, by its id. */
  handText(hand: string, language: Language): string;

  readonly DeskHands: Component<DeskHandsProps>;
  /** The cloth, where boxes are shared; nothing where seats have areas of their own. */
  readonly Cloth: Component<ClothProps> | null;
  readonly FeltHands: Component<FeltHandsProps>;
  readonly StripHands: Component<SmallHandsProps & { label: string }>;
  readonly RailHands: Component<SmallHandsProps>;
  /** What each card that may come would lead to; nothing where nobody asks. */
  readonly Ahead: Component<{ draws: Draws }> | null;
  readonly DisplayResult: Component<DisplayShown & { wall: boolean }>;
  /** How past results are shown, where the game has a custom of it. */
  readonly DisplayRoads: Component<{ shown: Roads; wall: boolean; wide: boolean }> | null;
  readonly TerminalRoad: Component<{ roads: Roads }> | null;
}

export interface Face {
  /** The `play` of the editions it is for. */
  readonly play: string;
  /** In which hue each side is drawn, by the server's name of it. */
  readonly hues: Readonly<Record<string, Hue>>;
  /** What a rule card of this game has beside its wagers. */
  readonly RulePart: Component<{ card: RuleCard; rulebook: string }> | null;
  /** How to play best; nothing where nobody has a choice. */
  readonly Strategy: Component<{ strategy: Schemas["Strategy"]; title: string }> | null;
  readonly ByFirstCard: Component<{ strategy: Schemas["Strategy"] }> | null;
  /** Nothing while the game has no table. */
  readonly table: TableFace | null;
}
