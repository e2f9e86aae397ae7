/** How numbers, days and names that the server sends are written. */
import en from "./en.json";
import { told } from "./told.svelte";
import { lang, type Language, t, type Word, words } from "./words.svelte";

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** A count as it is written: `1,000,000`. */
export function count(value: number): string {
  return grouped(String(Math.round(value)));
}

/** An exact share as it is written: `114,753 / 10,847,218`. */
export function fraction(exact: string): string {
  return exact
    .split("/")
    .map((side) => side.replace(/\d+/, grouped).replace("-", "−"))
    .join(" / ");
}

/** A percentage the server wrote, with a proper minus and, where asked, a plus. */
export function percent(written: string, sign = false): string {
  const plus = sign && !written.startsWith("-") && Number(written) !== 0 ? "+" : "";
  return `${plus}${written.replace("-", "−")} %`;
}

/** A day as it is read: "16 May 2024"; what is no day stays as it is. */
export function day(written: string, language: Language): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return written;
  return new Intl.DateTimeFormat(lang(language), { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${written}T00:00:00Z`),
  );
}

/** A count with its noun, in the singular where it is one. */
export function counted(key: Word, number: number): string {
  const one = `${key}.one`;
  return t(number === 1 && one in en ? (one as Word) : key, { count: number });
}

/** A word of ours for a word of the server's, or that word with its hyphens opened. */
export function named(prefix: string, word: string): string {
  const key = `${prefix}.${word}`;
  return key in en ? t(key as Word) : word.replaceAll("-", " ").replaceAll("_", " ");
}

/** A rank in a sentence: with its article where the language has one. */
export function aRank(rank: string): string {
  const text = told(rank);
  if (words.language !== "en") return text;
  return `${/^[aeiou]/i.test(text) ? "an" : "a"} ${text}`;
}

/** A word of the interface as it is read: `post-notice` is "Post notice". */
export function readable(word: string): string {
  const plain = word.replace(/[-_]/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
