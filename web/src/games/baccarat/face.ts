/** The face of baccarat: how its rounds are read, said and drawn. */
import type { Face } from "../game";
import { actText, aside, dueText, handText, phaseText, slot, stageText } from "./console";
import DeskHands from "../plain/DeskHands.svelte";
import DisplayResult from "./display/Result.svelte";
import DisplayRoads from "./display/Roads.svelte";
import FeltHands from "../plain/FeltHands.svelte";
import IfDrawn from "./IfDrawn.svelte";
import { columnsFor, rowsFor } from "./layout";
import RailHands from "../plain/RailHands.svelte";
import { resultText, spoken, totalsText } from "./result";
import TerminalRoad from "./roads/TerminalRoad.svelte";
import { announcedSeen, dealtOrder, resultKnown, resultSeen } from "./seen";
import { hands, HUES } from "./sides";
import StripHands from "../plain/StripHands.svelte";
import ThirdCard from "./ThirdCard.svelte";

export const baccarat: Face = {
  play: "baccarat",
  hues: HUES,
  RulePart: ThirdCard,
  Strategy: null,
  ByFirstCard: null,
  table: {
    hands,
    result: resultSeen,
    announced: announcedSeen,
    resultText,
    totalsText,
    spoken,
    slot,
    dueText,
    phaseText,
    actText,
    stageText,
    aside,
    dealtOrder,
    rows: rowsFor,
    columns: columnsFor,
    known: ({ roads }) => roads && resultKnown(roads),
    coupShown: ({ roads }) => roads?.announced?.coup ?? roads?.latest?.coup ?? null,
    questionText: () => null,
    handText,
    DeskHands,
    Cloth: null,
    FeltHands,
    StripHands,
    RailHands,
    Ahead: IfDrawn,
    DisplayResult,
    DisplayRoads,
    TerminalRoad,
  },
};
