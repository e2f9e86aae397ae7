/** The face of blackjack: boxes that are shared, what is chosen for them, how to play best. */
import type { Face } from "../game";
import { plain } from "../plain/face";
import { t } from "../../words/words.svelte";
import { DEALER, handText, hands } from "./boxes";
import ByFirstCard from "./ByFirstCard.svelte";
import Cloth from "./Cloth.svelte";
import DeskHands from "./DeskHands.svelte";
import DisplayResult from "./DisplayResult.svelte";
import RailHands from "./RailHands.svelte";
import {
  known,
  phaseText,
  questionText,
  result,
  resultText,
  slot,
  spoken,
  stageText,
} from "./said";
import Strategy from "./Strategy.svelte";
import StripHands from "./StripHands.svelte";

export const blackjack: Face = {
  play: "blackjack",
  hues: {},
  RulePart: null,
  Strategy,
  ByFirstCard,
  table: {
    ...plain,
    hands,
    result,
    resultText,
    totalsText: ({ hands: found }) => {
      const dealer = found.find((one) => one.id === DEALER);
      return dealer?.count == null ? null : t("blackjack.result", { total: dealer.count });
    },
    spoken: (event, view, _sheet, language) => spoken(event, view, language),
    slot,
    phaseText,
    stageText,
    aside: ({ aside: [card] }) => (card === undefined ? null : { hand: "", card, goesTo: null }),
    known,
    questionText,
    handText,
    DeskHands,
    Cloth,
    StripHands,
    RailHands,
    DisplayResult,
  },
};
