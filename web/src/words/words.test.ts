import { describe, expect, it } from "vitest";
import en from "./en.json";
import { filled, said } from "./words.svelte";
import zh from "./zh.json";

const places = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();

describe("the catalogues", () => {
  it("have the same keys", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it("have the same places in each sentence, and no empty one", () => {
    for (const [key, sentence] of Object.entries(en)) {
      const other = (zh as Record<string, string>)[key] ?? "";
      expect(places(other), key).toEqual(places(sentence));
      expect(sentence.trim() && other.trim(), key).toBeTruthy();
    }
  });

  it("keep to the tone: no exclamation, no apology, no error", () => {
    for (const sentence of Object.values(en)) {
      const said = sentence.replace("standard error", ""); // a figure of statistics
      expect(said).not.toMatch(/!|please|sorry|invalid|\berror\b|oops/i);
    }
  });
});

/** A call from its name to the parenthesis that ends it. */
function call(text: string, from: number): string {
  let deep = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") deep++;
    if (text[at] === ")" && --deep === 0) return text.slice(from, at);
  }
  return text.slice(from);
}

/** Sentences that are handed on with their places open, to what fills them. */
const LATER = new Set(["odds.million"]);

describe("the sources", () => {
  const sources = import.meta.glob("../**/*.{ts,svelte}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const calls = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/\bt\("([^"]+)"\s*(\)|,\s*\{?)/g)].map((found) => ({
      path,
      key: found[1] ?? "",
      literal: found[2]?.endsWith("{") ?? false,
      given: found[2] === ")" ? "" : call(text, found.index),
    })),
  );

  it("give a value for every place of a sentence", () => {
    expect(calls.length).toBeGreaterThan(300);
    for (const { path, key, literal, given } of calls.filter(
      (one) => !one.path.endsWith(".test.ts") && !LATER.has(one.key),
    )) {
      const sentence = (en as Record<string, string>)[key] ?? "";
      for (const place of places(sentence)) {
        const name = place.slice(1, -1);
        expect(
          given !== "" && (!literal || new RegExp(`\\b${name}\\b`).test(given)),
          `${path} ${key} ${name}`,
        ).toBe(true);
      }
    }
  });
});

describe("a sentence", () => {
  it("takes its values, and shows a place that has none", () => {
    expect(filled("{a} of {b}", { a: 1 })).toBe("1 of {b}");
  });

  it("is said in the language asked for", () => {
    expect(said("close", "zh")).toBe("关闭");
  });
});
