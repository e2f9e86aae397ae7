/** The tables of play as they are drawn: pairs by their total where so said, like rows joined. */
import type { Schemas } from "../../api/types";

type PlayTable = Schemas["PlayTable"];

type Worths = PlayTable["rows"][number]["worths"];

export interface Line {
  from: string;
  to: string;
  acts: string[];
  /** The hands that the line joins, with the worth of each act against each first card. */
  hands: { hand: string; worths: Worths }[];
}

export interface Worth {
  act: string;
  percent: string;
}

/** What the acts on a hand are worth against one first card, the best first. */
export function worthOf(worths: Worths, up: number): Worth[] {
  return Object.entries(worths[up] ?? {})
    .sort(([, one], [, other]) => other.value - one.value)
    .map(([act, { percent }]) => ({ act, percent }));
}

const AS_TOTAL = "total";
const VALUE: Record<string, number> = { T: 10 };

/** The acts of a pair, with those of its hard total where the pair is played as its total. */
function resolved(hand: string, acts: readonly string[], hard: PlayTable | undefined): string[] {
  const total = String(2 * (VALUE[hand] ?? Number(hand)));
  const row = hard?.rows.find((one) => one.hand === total);
  return acts.map((act, up) => (act === AS_TOTAL ? (row?.acts[up] ?? act) : act));
}

/** The lines of a table; neighbours that play alike are one line. Pairs stay apart. */
export function lines(kind: string, tables: readonly PlayTable[]): Line[] {
  const table = tables.find((one) => one.kind === kind);
  const hard = tables.find((one) => one.kind === "hard");
  const found: Line[] = [];
  for (const row of table?.rows ?? []) {
    const acts = kind === "pair" ? resolved(row.hand, row.acts, hard) : [...row.acts];
    const last = found.at(-1);
    const own = { hand: row.hand, worths: row.worths };
    if (kind !== "pair" && last && last.acts.join() === acts.join()) {
      last.to = row.hand;
      last.hands.push(own);
    } else found.push({ from: row.hand, to: row.hand, acts, hands: [own] });
  }
  return found;
}

/** How an act is drawn. */
export function shape(act: string): "hit" | "stand" | "double" | "split" | "other" {
  const first = act.split(" ")[0];
  return first === "hit" || first === "stand" || first === "double" || first === "split"
    ? first
    : "other";
}

export const SIGNS = { hit: "+", stand: "–", double: "×2", split: "÷", other: "·" } as const;
