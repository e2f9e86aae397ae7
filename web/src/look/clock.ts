/** Times of day as they are shown: 20:14:05. */
const two = (value: number) => value.toString().padStart(2, "0");

export function clock(moment: Date | string): string {
  const at = typeof moment === "string" ? new Date(moment) : moment;
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
