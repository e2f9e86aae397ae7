/** Why something was not done, in the language chosen; in English where the catalogue has it not. */
import type { Problem } from "../api/types";
import { spoken } from "./catalogue";
import { type Language, words } from "./words.svelte";
import { told } from "./told.svelte";

function translated({ key, params }: Problem, language: Language): string | null {
  return key === undefined
    ? null
    : spoken("refusals", key, params ?? {}, language, (_, value) => told(String(value), language));
}

/** The sentence of a problem. */
export function problemText(problem: Problem, language: Language = words.language): string {
  return translated(problem, language) ?? problem.sentence;
}

/** The language in which it is said, where that is not the page's own. */
export function problemLanguage(problem: Problem): Language | undefined {
  return translated(problem, words.language) === null ? "en" : undefined;
}
