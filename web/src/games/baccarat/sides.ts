/** The two hands and the tie: their hues and what they are called. */
import type { Hue } from "../../look/area";
import type { Drawn, SheetArea } from "../../table/sheet";
import { type Language, said } from "../../words/words.svelte";
import type { Hand, Round } from "../game";
import { handsSeen } from "./seen";

export type Outcome = "player" | "banker" | "tie";
export const HUES: Readonly<Record<Outcome, Hue>> = {
  player: "side-1",
  banker: "side-2",
  tie: "even",
};
export const isOutcome = (value: unknown): value is Outcome =>
  value === "player" || value === "banker" || value === "tie";

/** The area on which one wagers on a hand or on a tie. */
export function areaOf(sheet: Drawn | null, outcome: Outcome): SheetArea | null {
  return sheet?.areas.find((one) => one.group === "main" && one.hue === outcome) ?? null;
}

/** What a hand or a tie is called: by the layout, or by us where it has no word in the language. */
export function sideName(sheet: Drawn | null, outcome: Outcome, language: Language): string {
  const area = areaOf(sheet, outcome);
  const given = language === "zh" ? area?.zh : area?.short;
  return given ?? said(`baccarat.${outcome}`, language);
}

export function hands(round: Round | null, sheet: Drawn | null, language: Language): Hand[] {
  return handsSeen(round).map(({ side, ...seen }) => ({
    id: side,
    title: sideName(sheet, side, language),
    area: areaOf(sheet, side),
    hue: HUES[side],
    across: 2,
    note: null,
    box: null,
    turn: false,
    ...seen,
  }));
}
