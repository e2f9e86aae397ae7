/** The theme: dark felt for a newcomer; any other by choice, or as the system has it. */
export type Theme = "felt" | "light" | "contrast";
export type Choice = Theme | "auto";

export const THEMES: readonly Theme[] = ["felt", "light", "contrast"];
const KEPT = "pitboss.theme";
const CONTRAST = "(prefers-contrast: more)";
const LIGHT = "(prefers-color-scheme: light)";

const isChoice = (word: string | null): word is Choice =>
  word === "auto" || THEMES.includes(word as Theme);

/**
 * The theme that is shown; `asks` is whether the system asks for something. Who needs more
 * contrast has it from the first page; a light system alone changes nothing until it is chosen.
 */
export function themeFor(choice: Choice | null, asks: (query: string) => boolean): Theme {
  if (choice !== null && choice !== "auto") return choice;
  if (asks(CONTRAST)) return "contrast";
  return choice === "auto" && asks(LIGHT) ? "light" : "felt";
}

class Themes {
  /** What was chosen in this browser; nothing where nobody chose. */
  chosen: Choice | null = $state(null);
  shown: Theme = $state("felt");

  /** Take up what was chosen here before, and follow the system where that was chosen. */
  begin(): void {
    for (const query of [CONTRAST, LIGHT]) {
      matchMedia(query).addEventListener("change", () => this.#show());
    }
    const kept = localStorage.getItem(KEPT);
    this.chosen = isChoice(kept) ? kept : null;
    this.#show();
  }

  choose(choice: Choice): void {
    this.chosen = choice;
    localStorage.setItem(KEPT, choice);
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
