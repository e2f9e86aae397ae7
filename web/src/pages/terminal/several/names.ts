/** The tables that an address names. */

/** So many are seen at once. */
export const MOST = 4;

/** Each once, in their order. */
export function named(text: string | null): string[] {
  const names = (text ?? "").split(",").filter((name) => name !== "");
  return [...new Set(names)].slice(0, MOST);
}
