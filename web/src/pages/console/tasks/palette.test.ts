import { expect, test } from "vitest";
import { actName, found } from "./palette";

const acts = ["count-float", "confine-wager", "post-notice", "close-table", "close-box"].map(
  (word) => ({ word }),
);
const names = (letters: string, open: (one: { word: string }) => boolean = () => true) =>
  found(acts, letters, open).map((one) => one.word);

test("the beginning of a name comes before a word in it, and that before letters", () => {
  expect(names("co")).toEqual(["count-float", "confine-wager"]);
  expect(names("cl")).toEqual(["close-box", "close-table"]);
  expect(names("notice")).toEqual(["post-notice"]);
  expect(names("pn")[0]).toBe("post-notice");
  expect(names("zz")).toEqual([]);
});

test("without letters all are there, and what may be done stands first", () => {
  const all = names("", (one) => one.word !== "close-box");
  expect(all).toHaveLength(acts.length);
  expect(all.at(-1)).toBe("close-box");
});

test("an act is read as words", () => {
  expect(actName("post-notice")).toBe("Post notice");
});
