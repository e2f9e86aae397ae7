/** The face of blackjack: the charts of how to play best. */
import type { Face } from "../game";
import ByFirstCard from "./ByFirstCard.svelte";
import Strategy from "./Strategy.svelte";

export const blackjack: Face = {
  play: "blackjack",
  hues: {},
  RulePart: null,
  Strategy,
  ByFirstCard,
  table: null,
};
