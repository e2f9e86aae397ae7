import { type Language, lang } from "../../words/words.svelte";

/** `2024-05-16` as people write it; anything else as it is. */
export function dated(date: string, language: Language): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  return new Intl.DateTimeFormat(lang(language), {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));
}
