/** The theme in the server's word, for the charts it draws. */
import { type Choice, theme } from "../../look/theme.svelte";

export type Drawn = "dark" | "light" | "contrast";

export function drawnFor(choice: Choice, asks: (query: string) => boolean): Drawn {
  if (choice === "light" || choice === "contrast") return choice;
  if (choice === "felt") return "dark";
  if (asks("(prefers-contrast: more)")) return "contrast";
  return asks("(prefers-color-scheme: light)") ? "light" : "dark";
}

export function drawn(): Drawn {
  return drawnFor(theme.chosen, (query) => matchMedia(query).matches);
}
