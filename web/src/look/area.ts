/** The states of a wager area, and what is said of each. */
import { payText } from "../words/odds";
import { type Language, said, type Word } from "../words/words.svelte";
import { spoken } from "./money";

/** The class that draws in the hue of a side, or of what is even between them. */
export type Hue = "side-1" | "side-2" | "even";

export type AreaState =
  "empty" | "armed" | "placed" | "locked" | "won" | "lost" | "stand-off" | "refused";

export interface Told {
  name: string;
  state: AreaState;
  odds?: string | undefined;
  stake: number;
  paid: number;
  reason?: string | undefined;
  clause?: string | undefined;
}

/** The accessible name of an area. */
export function areaName(told: Told, language: Language): string {
  const { name, state } = told;
  const bare = (state === "empty" || state === "armed") && !told.odds;
  const word: Word = bare ? "area.plain" : `area.${state}`;
  return said(word, language, {
    name,
    odds: payText(told.odds ?? "", language),
    amount: spoken(state === "won" ? told.paid : told.stake, language),
    reason: told.reason ?? said("area.not-placed.plain", language),
    clause: told.clause ?? "",
  }).replace(/, ?$/, "");
}
