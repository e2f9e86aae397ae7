/** How long something waits, or has time: figures only; the words are the catalogue's. */
import type { Schemas } from "../../api/types";
import type { Values, Word } from "../../words/words.svelte";

export type Waiting = Schemas["Waiting"];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Said {
  word: Word;
  values: Values;
}

/** A length of time: `24 s`, `17 min 24 s` (or `17 min`), `2 h 5 min`, `3 days`. */
export function span(seconds: number, exact = true): Said {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE) return { word: "pit.span.s", values: { s: whole } };
  if (whole < HOUR && !exact) {
    return { word: "pit.span.minutes", values: { min: Math.floor(whole / MINUTE) } };
  }
  if (whole < HOUR) {
    return { word: "pit.span.min", values: { min: Math.floor(whole / MINUTE), s: whole % MINUTE } };
  }
  if (whole < 2 * DAY) {
    return {
      word: "pit.span.h",
      values: { h: Math.floor(whole / HOUR), min: Math.floor((whole % HOUR) / MINUTE) },
    };
  }
  return { word: "pit.span.days", values: { days: Math.floor(whole / DAY) } };
}

export interface Timing {
  kind: "overdue" | "due" | "waiting";
  span: Said;
}

/** Overdue since, due in, or waiting for; nothing where no time is known. */
export function timing(item: Waiting, now: number): Timing | null {
  if (item.due !== null) {
    const left = (Date.parse(item.due) - now) / 1000;
    if (item.overdue || left < 0) return { kind: "overdue", span: span(-left, false) };
    return { kind: "due", span: span(left) };
  }
  if (item.since === null) return null;
  return { kind: "waiting", span: span((now - Date.parse(item.since)) / 1000) };
}

/** What something in the queue is known by while the queue changes. */
export function keyOf(item: Waiting): string {
  return [item.kind, item.table, item.number ?? item.key].join(" ");
}

/** The queue in two parts, in its order: the second begins where only duties and notices follow. */
export function parted(queue: readonly Waiting[]): [Waiting[], Waiting[]] {
  const last = queue.findLastIndex((one) => one.kind === "ruling" || one.kind === "approval");
  return [queue.slice(0, last + 1), queue.slice(last + 1)];
}
