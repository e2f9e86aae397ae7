/** What the house's acts are called on a button. */
import { isWord, t } from "../../words/words.svelte";

/** The words of an act; one that has none is called as the table calls it. */
export function actText(act: string): string {
  const word = `table.act.${act}`;
  if (isWord(word)) return t(word);
  return act.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
}
