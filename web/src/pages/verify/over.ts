import { isWord, t } from "../../words/words.svelte";

/** Why a shoe was over, by its word. */
export function overText(why: string): string {
  const word = `verify.over.${why.replaceAll(" ", "-")}`;
  return isWord(word) ? t(word) : t("verify.over", { why });
}
