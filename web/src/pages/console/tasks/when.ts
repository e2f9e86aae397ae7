/** When something is to happen, by the casino's clocks: so many minutes from now, or a time. */
import { hourAndMinute, momentIn, written } from "../../../look/clock";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TIME = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;

/** The first whole minute that is so many minutes away or more. */
export function inMinutes(minutes: number, now: number): Date {
  return new Date(Math.ceil(now / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS);
}

/** The next moment at which the clocks of a zone show this time: 22:35, or 2235. */
export function nextAt(text: string, zone: string, now: number): Date | null {
  const found = TIME.exec(text.trim());
  if (!found) return null;
  const time = `${(found[1] ?? "").padStart(2, "0")}:${found[2] ?? ""}`;
  for (const days of [0, 1, 2]) {
    const day = written(new Date(now + days * DAY_MS), zone).slice(0, 10);
    const moment = momentIn(`${day}T${time}`, zone);
    if (moment !== null && moment.getTime() > now) return moment;
  }
  return null;
}

/** The choice of a preset, or what is written: `+20` is twenty minutes from now. */
export function whenOf(given: string, zone: string, now: number): Date | null {
  if (given.startsWith("+")) return inMinutes(Number(given.slice(1)), now);
  return nextAt(given, zone, now);
}

/** How a preset is read at the table: 22:55. */
export const timeIn = (minutes: number, zone: string, now: number): string =>
  hourAndMinute(inMinutes(minutes, now), zone);
