import { expect, test } from "vitest";
import { again, digestOf, type Draw } from "./again";

/** A draw that the server made: two prizes, three entrants with six tickets. */
const DRAW: Draw = {
  promotion: "spring",
  title: "Spring draw",
  stage: "drawn",
  commitment: "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc",
  digest: "DIGEST",
  entries: [{ entrant: "Ann", tickets: 2 }, { entrant: "Bob" }, { entrant: "Cal", tickets: 3 }],
  presence: false,
  present: null,
  secret: "11".repeat(32),
  word: "heads",
  prizes: ["a sum", "a pen"],
  winners: ["Bob", "Cal"],
};

test("a draw of the server's gives the same winners here", async () => {
  const found = await again({ ...DRAW, digest: await digestOf(DRAW.entries) });
  expect(found).toEqual({
    entries: true,
    committed: true,
    winners: ["Bob", "Cal"],
    same: true,
  });
});

test("what was changed is seen", async () => {
  const other = await again({ ...DRAW, word: "tails", secret: "22".repeat(32) });
  expect(other?.committed).toBe(false);
  expect(other?.entries).toBe(false);
});

test("only who was there can win where that is asked", async () => {
  const found = await again({ ...DRAW, presence: true, present: ["Ann"] });
  expect(found?.winners).toEqual(["Ann", null]);
});

test("a draw that is not open is not run", async () => {
  expect(await again({ ...DRAW, secret: null })).toBeNull();
});
