/** The time where a table stands, whatever the screen's own zone is. */

/** `20:14`, or `20:14:05` with seconds, in a time zone. */
export function timeIn(zone: string | undefined, at: Date, seconds = false): string {
  const parts: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(seconds ? { second: "2-digit" } : {}),
    ...(zone ? { timeZone: zone } : {}),
  };
  return new Intl.DateTimeFormat("en-GB", parts).format(at);
}
