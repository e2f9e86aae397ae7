/** A letter for each area, taken from its own name. */
export function lettersOf(names: readonly string[], reserved: string): string[] {
  const taken = new Set(reserved.toUpperCase());
  const free = (letters: string) =>
    [...letters.toUpperCase()].find((letter) => /[A-Z]/.test(letter) && !taken.has(letter));
  return names.map((name) => {
    const words = name.split(/[^A-Za-z]+/);
    // The last word tells areas of a group apart: its letter first, then any other.
    const letter =
      free(words.length > 1 ? "" : name.slice(0, 1)) ??
      free(words.map((word) => word.slice(0, 1)).join("")) ??
      free(name) ??
      free("ABCDEFGHIJKLMNOPQRSTUVWXYZ") ??
      "";
    if (letter !== "") taken.add(letter);
    return letter;
  });
}
