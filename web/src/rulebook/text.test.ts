import { describe, expect, it } from "vitest";
import { differing, marking, pieces } from "./text";

const marked = (parts: { text: string; marked: boolean }[]) =>
  parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join("");

describe("pieces", () => {
  it("cuts a sentence at its terms and loses no letter", () => {
    const text = "After the last coup, unless cards come in.";
    const found = pieces(text, [{ start: 15, end: 19, clause: "d" }]);
    expect(found).toEqual([
      { text: "After the last " },
      { text: "coup", clause: "d" },
      { text: ", unless cards come in." },
    ]);
  });
  it("leaves out spans that overlap or lie outside", () => {
    const found = pieces("card shoe", [
      { start: 0, end: 9, clause: "a" },
      { start: 5, end: 9, clause: "b" },
      { start: 7, end: 40, clause: "c" },
    ]);
    expect(found).toEqual([{ text: "card shoe", clause: "a" }]);
  });
});

describe("differing", () => {
  it("marks the words the other has not", () => {
    expect(marked(differing("3, 4, 6, 8", "4, 5, 6, 7, 8"))).toBe("[3], 4, 6, 8");
    expect(marked(differing("4, 5, 6, 7, 8", "3, 4, 6, 8"))).toBe("4, [5], 6, [7], 8");
  });
  it("marks all of what has no other, and nothing of what is the same", () => {
    expect(marked(differing("stands", null))).toBe("[stands]");
    expect(marked(differing("stands", "stands"))).toBe("stands");
  });
  it("marks neighbours together and the same words in another order whole", () => {
    expect(marked(differing("by the dealer at once", "by a player later"))).toBe(
      "by [the dealer at once]",
    );
    expect(marked(differing("a to b", "b to a"))).toBe("[a to b]");
  });
});

describe("marking", () => {
  it("marks a value where it stands as a word", () => {
    expect(marked(marking("A win pays 1 to 1 less 5%.", ["1 to 1", "1 to 1 less 5%"]))).toBe(
      "A win pays [1 to 1 less 5%].",
    );
    expect(marked(marking("It pays 11 to 1.", ["1 to 1"]))).toBe("It pays 11 to 1.");
  });
});
