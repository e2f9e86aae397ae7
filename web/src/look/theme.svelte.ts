/** The theme: chosen, or as the system has it. */
export type Theme = "felt" | "light" | "contrast";
export type Choice = Theme | "auto";

export const THEMES: readonly Theme[] = ["felt", "light", "contrast"];
const KEPT = "pitboss.theme";

const isTheme = (word: string | null): word is Theme => THEMES.includes(word as Theme);

class Themes {
  chosen: Choice = $state("auto");

  /** Take up what was chosen here before. */
  begin(): void {
    const kept = localStorage.getItem(KEPT);
    this.choose(isTheme(kept) ? kept : "auto");
  }

  choose(choice: Choice): void {
    this.chosen = choice;
    if (choice === "auto") {
      localStorage.removeItem(KEPT);
      delete document.documentElement.dataset["theme"];
    } else {
      localStorage.setItem(KEPT, choice);
      document.documentElement.dataset["theme"] = choice;
    }
  }
}

export const theme = new Themes();
