/** What the server says in English, with its key where it has one, in the language chosen. */
import { type Said, spoken, type Topic } from "./catalogue";
import { lang, type Language, words } from "./words.svelte";

/** A sentence of the server; in English where the catalogue does not have its key. */
export function saidText(
  topic: Topic,
  sentence: string,
  said: Said | null | undefined,
  language: Language = words.language,
): string {
  if (language === "en" || !said) return sentence;
  return spoken(topic, said.key, said.params ?? {}, language) ?? sentence;
}

/** A sentence of a reason. */
export const reasonText = (sentence: string, said: Said | null | undefined, language?: Language) =>
  saidText("reasons", sentence, said, language);

/** The `lang` attribute of a text that may have stayed English. */
export function tongue(text: string | null | undefined): string | undefined {
  const foreign = words.language !== "en" && /[a-z]/i.test(text ?? "");
  return foreign && !/\p{Script=Han}/u.test(text ?? "") ? lang("en") : undefined;
}

/** A text as a sentence of its own, with the full stop of its language. */
export function ended(text: string): string {
  if (/[.。?？!]$/.test(text)) return text;
  return text + (/\p{Script=Han}/u.test(text) ? "。" : ".");
}
