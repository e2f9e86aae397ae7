/**
 * What the house says, by key: the catalogue of the package itself, in two languages. A sentence
 * has places, `{amount}`, and choices, `[ for {whom}]` or `[{card}|face down]`: of a choice the
 * first form is said whose places all have values, or nothing.
 */
import type { Language } from "./words.svelte";

export type Topic = "answers" | "events" | "reasons" | "refusals";
export type Params = Readonly<Record<string, unknown>>;
/** Words by key, with what fills their places; may itself fill a place. */
export interface Said {
  key: string;
  params?: Params;
  /** The topic of the key, where it is another than that of what surrounds it. */
  topic?: string;
}
type Words = Readonly<Record<string, string>>;

const FILES: Record<string, Words> = import.meta.glob<Words>(
  "../../../src/pitboss/{words,games/*/words}/en/events.json",
  { eager: true, import: "default" },
);
/** Who reads English does not load these; the server itself says refusals and reasons in it. */
const CHINESE = import.meta.glob<Words>(
  "../../../src/pitboss/{words,games/*/words}/zh/{answers,events,reasons,refusals}.json",
  { import: "default" },
);
const PLACE = /\{([\w.]+)\}/g;
const CHOICE = /\[([^\]]*\{[^\]]*)\]/g;
const UNKNOWN = "–";

const kept = new Map<string, Words>();

/** Have the catalogues of a language at hand; what cannot be loaded is said in English. */
export async function ready(language: Language): Promise<void> {
  if (language !== "zh") return;
  await Promise.allSettled(
    Object.entries(CHINESE).map(async ([path, load]) => {
      FILES[path] ??= await load();
    }),
  );
  kept.clear();
}

/** The sentences and words of a topic, of the house and of every game. */
export function wordsOf(topic: Topic, language: Language): Words {
  const name = `/${language}/${topic}.json`;
  let found = kept.get(name);
  if (found === undefined) {
    const files = Object.entries(FILES).filter(([path]) => path.endsWith(name));
    found = Object.assign({}, ...files.map(([, words]) => words)) as Words;
    kept.set(name, found);
  }
  return found;
}

function placed(sentence: string, values: Record<string, string>): string {
  const told = (form: string) => [...form.matchAll(PLACE)].every(([, place = ""]) => values[place]);
  return sentence
    .replace(CHOICE, (_, forms: string) => forms.split("|").find(told) ?? "")
    .replace(PLACE, (_, place: string) => values[place] ?? UNKNOWN);
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === "boolean" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const isSaid = (value: unknown): value is Said =>
  typeof value === "object" && value !== null && "key" in value;

/**
 * What is said under a key; nothing where the catalogue does not have it. `written` is how a value
 * without words of its own is written in a place.
 */
export function spoken(
  topic: Topic,
  key: string,
  params: Params,
  language: Language,
  written: (place: string, value: unknown) => string = (_, value) => String(value),
  other = "",
): string | null {
  const within = (other || topic) as Topic;
  const words = wordsOf(within, language);
  const sentence = words[key];
  if (sentence === undefined) return null;
  const values: Record<string, string> = {};
  const named: string[] = [];
  const inner = (value: unknown) =>
    isSaid(value)
      ? spoken(within, value.key, value.params ?? {}, language, written, value.topic)
      : null;
  for (const [place, value] of Object.entries(params)) {
    const joint = words[`${key}.${place}.and`];
    if (joint !== undefined && Array.isArray(value)) {
      values[place] = value.map((one) => inner(one) ?? written(place, one)).join(joint);
      continue;
    }
    const word = words[`${key}.${place}.${String(value)}`] ?? words[`${place}.${String(value)}`];
    if (word !== undefined) named.push(place);
    const text = word ?? inner(value) ?? (isEmpty(value) ? null : written(place, value));
    if (text !== null) values[place] = text;
  }
  for (const place of named) values[place] = placed(values[place] ?? "", values);
  return placed(sentence, values);
}
