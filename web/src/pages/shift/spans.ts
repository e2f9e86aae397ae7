/** The span of a shift as its address has it, by the casino's own clock. */
import { written } from "../../look/clock";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const HOUR_MS = 3_600_000;

/** `2026-11-04T14:00/2026-11-04T22:00`; without an end, until now. Nothing where it is none. */
export function spanOf(begins: string, ends: string): string | null {
  if (!MOMENT.test(begins) || (ends !== "" && !MOMENT.test(ends))) return null;
  return `${begins}/${ends}`;
}

/** The two ends of a span, as fields of a form have them. */
export function endsOf(span: string): [string, string] {
  const [begins = "", ends = ""] = span.split("/");
  return [begins, ends];
}

/** The last so many hours at a moment, by the clocks of a zone. */
export function lastHours(hours: number, now: string, zone: string): string {
  return `${written(new Date(Date.parse(now) - hours * HOUR_MS), zone)}/`;
}

/** The day so far, by the clocks of a zone. */
export function today(now: string, zone: string): string {
  return `${written(new Date(now), zone).slice(0, 10)}T00:00/`;
}

/** Hours and minutes: 2:05. */
export function hours(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
