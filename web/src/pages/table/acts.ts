/** What the house's acts are called on a button. */
import { isWord, t } from "../../words/words.svelte";

/** The words of an act: the game's own, the page's, or as the table calls it. */
export function actText(act: string, own: string | null = null): string {
  if (own !== null) return own;
  const word = `table.act.${act}`;
  if (isWord(word)) return t(word);
  return act.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
}
