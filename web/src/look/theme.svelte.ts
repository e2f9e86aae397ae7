/** The theme: chosen, or as the system has it. */
export type Theme = "felt" | "light" | "contrast";
export type Choice = Theme | "auto";

export const THEMES: readonly Theme[] = ["felt", "light", "contrast"];
const KEPT = "pitboss.theme";
const CONTRAST = "(prefers-contrast: more)";
const LIGHT = "(prefers-color-scheme: light)";

const isTheme = (word: string | null): word is Theme => THEMES.includes(word as Theme);

/** The theme that is shown; `asks` is whether the system asks for something. */
export function themeFor(choice: Choice, asks: (query: string) => boolean): Theme {
  if (choice !== "auto") return choice;
  if (asks(CONTRAST)) return "contrast";
  return asks(LIGHT) ? "light" : "felt";
}

class Themes {
  chosen: Choice = $state("auto");
  shown: Theme = $state("felt");

  /** Take up what was chosen here before, and follow the system where nothing was. */
  begin(): void {
    for (const query of [CONTRAST, LIGHT]) {
      matchMedia(query).addEventListener("change", () => this.#show());
    }
    const kept = localStorage.getItem(KEPT);
    this.choose(isTheme(kept) ? kept : "auto");
  }

  choose(choice: Choice): void {
    this.chosen = choice;
    if (choice === "auto") localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, choice);
    this.#show();
  }

  /** The theme in the server's word, for the charts it draws. */
  get chart(): "dark" | "light" | "contrast" {
    return this.shown === "felt" ? "dark" : this.shown;
  }

  #show(): void {
    this.shown = themeFor(this.chosen, (query) => matchMedia(query).matches);
    document.documentElement.dataset["theme"] = this.shown;
  }
}

export const theme = new Themes();
