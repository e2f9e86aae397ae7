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

/** With its zone named: 20:14:05 AEDT. */
export function zoned(moment: Date | string, zone: string): string {
  const at = typeof moment === "string" ? new Date(moment) : moment;
  const parts = new Intl.DateTimeFormat("en-AU", { timeZone: zone, timeZoneName: "short" }).formatToParts(at);
  const named = parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
  return `${clock(at, zone)} ${named}`;
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
