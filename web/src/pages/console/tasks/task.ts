/** A piece of work that staff do often: what is so now, what is to be said, and one key. */
import type { Command, Problem } from "../../../api/types";
import { centsOf, money } from "../../../look/money";
import { session } from "../../../session.svelte";
import { aRank } from "../../../words/format";
import { t, type Word } from "../../../words/words.svelte";
import type { Choice } from "../choices";
import type { Desk } from "../desk.svelte";

export type Values = Readonly<Record<string, string>>;

/** What is filled in. `free`: it may stay empty. */
export type Blank = { name: string; label: string; free?: boolean } & (
  | { kind: "dollars"; presets: readonly number[] }
  | { kind: "count"; presets: readonly number[] }
  | { kind: "choice"; options: readonly Choice[] }
  | { kind: "when"; presets: readonly number[] }
  | { kind: "text" }
);

/** The command, or what is to be mended: a sentence, and the blank that it is about. */
export type Made = { ok: true; command: Command } | { ok: false; blank: string; sentence: string };

export interface Shown {
  /** One sentence: what this does. */
  says: string;
  /** What is so now. */
  present: readonly (readonly [string, string])[];
  blanks: readonly Blank[];
  /** What the key says. */
  key: string;
  /** Why it cannot be done now: a sentence of ours, or of the server's. */
  held?: string | undefined;
  clauses?: readonly string[];
  make: (now: number) => Made;
}

export interface Task {
  name: string;
  /** The act that it gives first: the server says whether it may be given. */
  word: string;
  /** What stands in its blanks at first. */
  first: (desk: Desk) => Record<string, string>;
  shown: (desk: Desk, filled: Values) => Shown;
}

export const missing = (blank: string, word: Word = "task.missing"): Made => ({
  ok: false,
  blank,
  sentence: t(word),
});

/** An amount that must be above nothing. */
export function amountOf(filled: Values, blank: string): number | Made {
  const cents = centsOf(filled[blank] ?? "");
  return cents === null || cents === 0 ? missing(blank, "console.field.unread.dollars") : cents;
}

/** An amount as it stands in a sentence. */
export const sum = (cents: number): string => money(cents, { felt: true });

/** Who may do what takes a rank; nothing where whoever is signed in has it. */
export function rankAbove(desk: Desk, rank: string | null | undefined): string | undefined {
  const ranks = desk.sheet?.ranks;
  if (!rank || !ranks) return undefined;
  const own = ranks.ladder.indexOf(session.signed?.rank ?? "");
  return own >= ranks.ladder.indexOf(ranks.met_by[rank] ?? rank)
    ? undefined
    : t("task.takes", { rank: aRank(rank) });
}

/** Why the act is refused whatever is filled in: the rank is too low, or it is not the time. */
export function refusedNow(desk: Desk, word: string): Problem | null {
  const now = desk.now(word);
  return now && !now.can && now.certain ? (now.refused ?? null) : null;
}
