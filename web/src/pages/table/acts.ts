/** What the house's acts are called on a button. */
import { t, type Word } from "../../words/words.svelte";

const ACTS: Record<string, Word> = {
  "introduce-cards": "table.act.introduce",
  "check-cards": "table.act.check",
  shuffle: "table.act.shuffle",
  "cut-cards": "table.act.cut",
  "offer-cut": "table.act.offer-cut",
  "place-cutting-card": "table.act.cutting-card",
  "load-shoe": "table.act.load",
  "burn-cards": "table.act.burn",
  "deal-card": "table.act.deal",
  "turn-card": "table.act.turn",
  "pass-cards": "table.act.pass",
  "collect-hand": "table.act.collect",
  announce: "table.act.announce",
  settle: "table.act.settle",
  "show-cutting-card": "table.act.show-cutting-card",
  "reveal-shoe": "table.act.reveal",
};

/** The words of an act; one that has none is called as the table calls it. */
export function actText(act: string): string {
  const word = ACTS[act];
  if (word !== undefined) return t(word);
  return act.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
}
