/** The games that have a face. This is the only place where one is looked up. */
import type { Hue } from "../look/area";
import { baccarat } from "./baccarat/face";
import { blackjack } from "./blackjack/face";
import type { Face, RuleCard, TableFace } from "./game";
import { plain } from "./plain/face";

const FACES: readonly Face[] = [baccarat, blackjack];
const HUES: ReadonlyMap<string, Hue> = new Map(FACES.flatMap((one) => Object.entries(one.hues)));

/** The face of a table by its sheet, the plain one where its game has none; nothing before that. */
export function tableFace(sheet: { identity: { play: string } } | null): TableFace | null {
  if (sheet === null) return null;
  return FACES.find((one) => one.play === sheet.identity.play)?.table ?? plain;
}

/** The face of a rule card. */
export function faceOfCard(card: RuleCard): Face | null {
  return FACES.find((one) => one.play === card.play) ?? null;
}

/** The hue in which a wager or a hand is drawn, by the server's name of its side. */
export function hueOf(side: string | null | undefined): Hue | undefined {
  return side == null ? undefined : HUES.get(side);
}
