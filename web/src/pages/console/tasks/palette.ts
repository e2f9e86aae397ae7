/** Every act of staff, found by a few letters of its name. */
import { readable } from "../../../words/format";
import { words } from "../../../words/words.svelte";
import chinese from "../../../words/acts.zh.json";

type Names = Readonly<Record<string, string>>;
const ACTS: Names = chinese.acts;
const FIELDS: Names = chinese.fields;
const VALUES: Names = chinese.values;

/** The name of an act in the language chosen. */
export const actName = (word: string): string =>
  words.language === "zh" ? (ACTS[word] ?? readable(word)) : readable(word);

/** The name of what an act asks for, where nothing else names it. */
export const fieldName = (name: string): string =>
  words.language === "zh" ? (FIELDS[name] ?? readable(name)) : readable(name);

/** One of the values that may be said. */
export const valueName = (value: string): string =>
  words.language === "zh" ? (VALUES[value] ?? value) : value.replaceAll("-", " ");

const SCATTERED = 4;

/** How well letters fit a name: the less the better; nothing where they do not. */
function fit(letters: string, name: string): number | null {
  const at = name.indexOf(letters);
  if (at === 0) return 0;
  if (at > 0 && /\s/.test(name[at - 1] ?? "")) return 1;
  const initials = name
    .split(/\s+/)
    .map((part) => part[0] ?? "")
    .join("");
  if (initials.startsWith(letters)) return 2;
  if (at > 0) return 3;
  let from = 0;
  for (const letter of letters.replace(/\s/g, "")) {
    const next = name.indexOf(letter, from);
    if (next < 0) return null;
    from = next + 1;
  }
  return SCATTERED;
}

/** The acts whose names the letters fit, the best first; in the language chosen or in English. */
export function found<T extends { word: string }>(
  acts: readonly T[],
  letters: string,
  open: (one: T) => boolean,
): T[] {
  const wanted = letters.trim().toLowerCase();
  const ranked = acts.flatMap((one) => {
    const names = [actName(one.word), readable(one.word)].map((name) => name.toLowerCase());
    const fits = names.map((name) => fit(wanted, name)).filter((value) => value !== null);
    const best = wanted === "" ? 0 : Math.min(...fits);
    return fits.length === 0 ? [] : [{ one, best, shut: open(one) ? 0 : 1, name: names[0] ?? "" }];
  });
  ranked.sort(
    (a, b) =>
      a.best - b.best ||
      a.shut - b.shut ||
      (wanted === "" ? 0 : a.name.length - b.name.length) ||
      a.name.localeCompare(b.name),
  );
  // Letters here and there count only where no name has them together.
  const together = ranked.filter(({ best }) => best < SCATTERED);
  return (together.length > 0 ? together : ranked).map(({ one }) => one);
}
