/** Times of day as they are shown: 20:14:05, where the house stands if its zone is known. */
export function clock(moment: Date | string, zone?: string): string {
  const at = typeof moment === "string" ? new Date(moment) : moment;
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(zone ? { timeZone: zone } : {}),
  }).format(at);
}

/** The same without seconds: 20:14. */
export function hourAndMinute(moment: Date | string, zone?: string): string {
  return clock(moment, zone).slice(0, 5);
}

/** The name of a zone at a moment: AEDT in summer, AEST in winter. */
export function zoneName(moment: Date | string, zone: string): string {
  const at = typeof moment === "string" ? new Date(moment) : moment;
  const parts = new Intl.DateTimeFormat("en-AU", {
    timeZone: zone,
    timeZoneName: "short",
  }).formatToParts(at);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/** With its zone named: 20:14:05 AEDT. */
export function zoned(moment: Date | string, zone: string): string {
  return `${clock(moment, zone)} ${zoneName(moment, zone)}`;
}

/** Without seconds, with its zone: 20:14 AEDT. */
export function minuteZoned(moment: Date | string, zone: string): string {
  return `${hourAndMinute(moment, zone)} ${zoneName(moment, zone)}`;
}

/** The zone of this screen, for what has no house: it is always named. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a date-time field shows at a moment where the clocks are those of a zone. */
export function written(moment: Date, zone: string): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(
    moment,
  );
  return `${day}T${hourAndMinute(moment, zone)}`;
}

const FIELD = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const AROUND_MS = 24 * 3600 * 1000;

/**
 * The moment of what is written in a date-time field, by the clocks of a zone, whatever those of
 * this screen are. Of a time that comes twice it is the first; one that never comes is none.
 */
export function momentIn(text: string, zone: string): Date | null {
  if (!FIELD.test(text)) return null;
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The clocks of the day before and of the day after are all that may be in use.
  const offsets = [-AROUND_MS, AROUND_MS].map((by) => offset(new Date(asUtc + by), zone));
  const found = offsets
    .map((by) => new Date(asUtc - by))
    .filter((one) => one.getTime() + offset(one, zone) === asUtc);
  return found.reduce<Date | null>((first, one) => (first && first <= one ? first : one), null);
}

/** By how much the clocks of a zone are ahead of UTC. */
function offset(moment: Date, zone: string): number {
  const whole = Math.floor(moment.getTime() / 1000) * 1000;
  const there = `${written(new Date(whole), zone)}:${clock(new Date(whole), zone).slice(6)}Z`;
  return Date.parse(there) - whole;
}

/** Day and time with its zone: 16 November 2026, 20:14:05 AEDT. */
export function dayAndTime(moment: string, zone: string, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: zone });
  return `${day.format(new Date(moment))}, ${zoned(moment, zone)}`;
}

/** The zone that all have, or nothing. */
export function onlyZone(zones: readonly string[]): string | undefined {
  return zones.every((one) => one === zones[0]) ? zones[0] : undefined;
}

/** How long it is since a moment: 0:07, 12:30; never less than nothing. */
export function elapsed(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
