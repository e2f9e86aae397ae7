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
