/** Our own words in two languages. What a rulebook says comes from the server, as it is. */
import en from "./en.json";
import { ready as theirs } from "./catalogue";

export type Language = "en" | "zh";
export type Word = keyof typeof en;
export type Values = Record<string, string | number>;

/** Who reads English does not load the Chinese; what cannot be loaded is said in English. */
const CATALOGUES: Record<Language, Record<Word, string>> = { en, zh: en };
const KEPT = "pitboss.language";
const TAGS: Record<Language, string> = { en: "en-AU", zh: "zh-Hans" };

function atFirst(): Language {
  const kept = globalThis.localStorage?.getItem(KEPT);
  if (kept === "en" || kept === "zh") return kept;
  return globalThis.navigator?.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** Have the words of a language at hand, ours and those of the house. */
export async function ready(language: Language): Promise<void> {
  if (language === "en") return;
  const ours = import("./zh.json").then((found) => (CATALOGUES.zh = found.default));
  await Promise.allSettled([ours, theirs(language)]);
}

class Words {
  language: Language = $state(atFirst());

  async choose(language: Language): Promise<void> {
    await ready(language);
    this.language = language;
    localStorage.setItem(KEPT, language);
    document.documentElement.lang = TAGS[language];
  }
}

export const words = new Words();

/** Put values into the places of a sentence. */
export function filled(sentence: string, values: Values = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A sentence of ours in a language. */
export function said(word: Word, language: Language, values: Values = {}): string {
  return filled(CATALOGUES[language][word], values);
}

/** A sentence of ours in the language chosen. */
export function t(word: Word, values: Values = {}): string {
  return said(word, words.language, values);
}

/** Whether there is a sentence of ours under a key that is made of a word of the server's. */
export const isWord = (key: string): key is Word => key in en;

/** The value of a `lang` attribute. */
export function lang(language: Language = words.language): string {
  return TAGS[language];
}
