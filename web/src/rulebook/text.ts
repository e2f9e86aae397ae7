/** How the pages of the rulebooks write what the server says. */
import { t } from "../words/words.svelte";

export interface Term {
  start: number;
  end: number;
  clause: string;
}

export interface Piece {
  text: string;
  /** The definition the piece is a term of. */
  clause?: string;
}

/** A text cut at its defined terms; spans that overlap or lie outside are left out. */
export function pieces(text: string, terms: readonly Term[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const term of [...terms].sort((one, other) => one.start - other.start)) {
    if (term.start < at || term.end > text.length || term.end <= term.start) continue;
    if (term.start > at) found.push({ text: text.slice(at, term.start) });
    found.push({ text: text.slice(term.start, term.end), clause: term.clause });
    at = term.end;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

export interface Part {
  text: string;
  marked: boolean;
}

/** Words of a value that the other value does not have, marked; all of it where there is no other. */
export function differing(text: string, other: string | null): Part[] {
  if (other === null) return [{ text, marked: true }];
  if (text === other) return [{ text, marked: false }];
  const words = (value: string) => value.split(/[\s,;:()]+/).filter((word) => word !== "");
  const theirs = new Set(words(other));
  const parts: Part[] = [];
  for (const token of text.split(/(?<=[\s,;:()])|(?=[\s,;:()])/)) {
    const gap = words(token).length === 0;
    const last = parts.at(-1);
    const marked = gap ? (last?.marked ?? false) : !theirs.has(token);
    if (last && last.marked === marked) last.text += token;
    else parts.push({ text: token, marked });
  }
  // A mark does not reach over the gap behind it, and a value that only orders the same words
  // otherwise is marked whole.
  const cut = parts.flatMap((part): Part[] => {
    const body = part.text.replace(/[\s,;:()]+$/, "");
    if (!part.marked || body === part.text || body === "") return [part];
    return [
      { text: body, marked: true },
      { text: part.text.slice(body.length), marked: false },
    ];
  });
  return cut.some((part) => part.marked) || words(text).length !== theirs.size
    ? cut
    : [{ text, marked: true }];
}

/** A sentence in which values that differ are marked wherever they stand. */
export function marking(text: string, values: readonly string[]): Part[] {
  const wanted = [...new Set(values)]
    .filter((value) => value !== "")
    .sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, marked: false }];
  const escaped = wanted.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text
    .split(new RegExp(`(?<![\\w%])(${escaped.join("|")})(?![\\w])`, "i"))
    .map((part, place) => ({ text: part, marked: place % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** A value of a rulebook as it is read. */
export function value(written: string): string {
  if (written === "True") return t("rules.yes");
  if (written === "False") return t("rules.no");
  return written;
}
