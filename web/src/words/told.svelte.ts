/**
 * What the server says in English, in the language chosen: its own sentences by their keys, the
 * texts of a rulebook by the text itself, from the words that the rulebook has in that language.
 */
import { answer, api } from "../api/client";
import { type Said, spoken, type Topic } from "./catalogue";
import { lang, type Language, words } from "./words.svelte";

type Texts = Readonly<Record<string, string>>;

/** A text without the capital and the full stop that a sentence has. */
function bare(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}

const HAN = /\p{Script=Han}/u;

/** Texts of rulebooks by language; each rulebook's are asked for once. */
class Told {
  #texts = $state.raw<Partial<Record<Language, Texts>>>({});
  readonly #asked = new Set<string>();
  #answered: readonly string[] = $state.raw([]);

  /** Ask for what a rulebook is called in the language chosen; English needs nothing. */
  need(rulebook: string | null | undefined): void {
    const { language } = words;
    const name = `${language} ${rulebook ?? ""}`;
    if (!rulebook || language === "en" || this.#asked.has(name)) return;
    this.#asked.add(name);
    void this.#load(rulebook, language).then((done) => {
      if (!done) this.#asked.delete(name);
      this.#answered = [...this.#answered, name];
    });
  }

  /** Whether what was asked for is there, or cannot be had: texts change their length with it. */
  had(rulebook: string): boolean {
    const { language } = words;
    return language === "en" || this.#answered.includes(`${language} ${rulebook}`);
  }

  async #load(rulebook: string, language: Exclude<Language, "en">): Promise<boolean> {
    const found = await answer(
      api.GET("/api/rulebooks/{rulebook}/words/{language}", {
        params: { path: { rulebook, language } },
      }),
      { stay: true },
    );
    if (found.ok) this.take(language, found.value.texts);
    return found.ok;
  }

  take(language: Language, texts: Texts): void {
    const named = Object.entries(texts).map(([text, is]) => [bare(text), is] as const);
    this.#texts = {
      ...this.#texts,
      [language]: { ...this.#texts[language], ...Object.fromEntries(named) },
    };
  }

  of(text: string, language: Language): string {
    const found = language === "en" ? undefined : this.#texts[language]?.[bare(text)];
    if (found === undefined) return text;
    return text.endsWith(".") && !/[。？]$/.test(found) ? `${found}。` : found;
  }
}

export const rulebookWords = new Told();

/** A text of a rulebook; in English where it is not translated. */
export const told = (text: string, language: Language = words.language): string =>
  rulebookWords.of(text, language);

/** The same, as part of a sentence. */
export const toldWithin = (text: string): string => bare(told(text));

/** The same, with a capital letter where it has any. */
export const toldCapital = (text: string): string =>
  told(text).replace(/^./, (letter) => letter.toUpperCase());

/** A sentence of the server; in English where the catalogue does not have its key. */
export function saidText(
  topic: Topic,
  sentence: string,
  said: Said | null | undefined,
  language: Language = words.language,
): string {
  if (language === "en" || !said) return sentence;
  const written = (_: string, value: unknown) => told(String(value), language);
  return spoken(topic, said.key, said.params ?? {}, language, written, said.topic) ?? sentence;
}

/** A sentence that says why: of a settled wager, of a hand, of a ruling. */
export const reasonText = (sentence: string, said: Said | null | undefined, language?: Language) =>
  saidText("reasons", sentence, said, language);

/** The `lang` attribute of a text that may have stayed English. */
export function tongue(text: string | null | undefined): string | undefined {
  const foreign = words.language !== "en" && /[a-z]/i.test(text ?? "");
  return foreign && !HAN.test(text ?? "") ? lang("en") : undefined;
}

/** A text as a sentence of its own, with the full stop of its language. */
export function ended(text: string): string {
  if (/[.。?？!]$/.test(text)) return text;
  return text + (HAN.test(text) ? "。" : ".");
}

/** Sentences one after the other, with a space between them in English. */
export const sentences = (all: readonly string[]): string =>
  all.join(HAN.test(all[0] ?? "") ? "" : " ");
