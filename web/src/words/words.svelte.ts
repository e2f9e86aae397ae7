/** Our own words in two languages. What a rulebook says comes from the server, as it is. */
import en from "./en.json";
import { ready } from "./catalogue";
import zh from "./zh.json";

export type Language = "en" | "zh";
export type Word = keyof typeof en;
export type Values = Record<string, string | number>;

const CATALOGUES: Record<Language, Record<Word, string>> = { en, zh };
const KEPT = "pitboss.language";
const TAGS: Record<Language, string> = { en: "en-AU", zh: "zh-Hans" };

function atFirst(): Language {
  const kept = globalThis.localStorage?.getItem(KEPT);
  if (kept === "en" || kept === "zh") return kept;
  return globalThis.navigator?.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
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
