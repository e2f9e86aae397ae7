import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (name: string) =>
  readFileSync(new URL(name, import.meta.url), "utf-8").replace(/\/\*.*?\*\//gs, "");
const pairs = (text: string) =>
  [...text.matchAll(/([\w-]+):\s*([^;]+);/g)].map((one) => [one[1] ?? "", one[2] ?? ""] as const);
const rules = [...read("./wager.css").matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap((one) =>
  // A comma within brackets parts no selectors.
  (one[1] ?? "").split(/,(?![^(]*\))/).map((selector) => ({
    selector: selector.trim(),
    sets: new Map(pairs(one[2] ?? "")),
  })),
);

/** How much a selector of classes alone weighs on a button that has them; nothing where it does not fit. */
function weight(selector: string, classes: readonly string[]): number | null {
  const found = /^(:is\(button, div\))?((?:\.[\w-]+)+)$/.exec(selector);
  const named = found?.[2]?.slice(1).split(".") ?? [];
  if (!found || !named.every((one) => classes.includes(one))) return null;
  return named.length * 10 + (found[1] ? 1 : 0);
}

/** What a button with these classes has in the end. */
function drawn(property: string, classes: readonly string[]): string | undefined {
  let best = { weight: -1, value: undefined as string | undefined };
  for (const { selector, sets } of rules) {
    const heavy = weight(selector, classes);
    const value = sets.get(property);
    if (heavy !== null && value !== undefined && heavy >= best.weight)
      best = { weight: heavy, value };
  }
  return best.value;
}

describe("a chip held over an area", () => {
  it.each(["empty", "placed", "locked", "won", "lost", "stand-off", "refused"])(
    "shows on one that is %s",
    (state) => {
      const plain = ["wager", state];
      const armed = [...plain, "armed"];
      const seen = ["--fill", "--line-ink", "background-image", "box-shadow"];
      expect(seen.map((one) => drawn(one, armed))).not.toEqual(
        seen.map((one) => drawn(one, plain)),
      );
      expect(drawn("--fill", armed)).toBe(drawn("--fill", ["wager", "armed"]));
      expect(drawn("background-image", armed) ?? "none").toBe("none");
    },
  );
});

describe("the name of an area", () => {
  const themes = [...read("./tokens.css").matchAll(/\[data-theme="(\w+)"\] \{([^}]*)\}/g)];
  const light = (colour: string) => {
    const parts = [1, 3, 5].map((from) => {
      const part = parseInt(colour.slice(from, from + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
  };
  const contrast = (one: string, other: string) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
  };

  it("can be read in every theme, lit on what is lit and plain on the felt", () => {
    expect(themes.map((one) => one[1])).toEqual(["felt", "light", "contrast"]);
    for (const [, , text] of themes) {
      const token = new Map(pairs(text ?? ""));
      const least = (hues: readonly string[], grounds: readonly string[]) =>
        Math.min(
          ...hues.flatMap((hue) =>
            grounds.map((ground) => contrast(token.get(hue) ?? "", token.get(ground) ?? "")),
          ),
        );
      expect(
        least(["--side-2-lit", "--side-1-lit", "--even-lit"], ["--armed", "--placed", "--lit"]),
      ).toBeGreaterThan(4.5);
      expect(least(["--side-2", "--side-1", "--even"], ["--felt"])).toBeGreaterThan(4.5);
    }
  });
});
