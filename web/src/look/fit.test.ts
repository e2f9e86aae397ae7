import { beforeEach, expect, it } from "vitest";
import { fitting } from "./fit";

let asked = 0;
let seen = 0;
let fit: ReturnType<typeof fitting>;
const step = () => void asked++;

beforeEach(() => {
  asked = 0;
  seen = 0;
  fit = fitting(async () => {
    await Promise.resolve();
    seen = asked;
  });
});

it("takes as many steps as it needs, and none where there is room", async () => {
  await fit(() => seen < 3, step);
  expect(asked).toBe(3);
  await fit(() => seen < 3, step);
  expect(asked).toBe(3);
});

it("takes no step twice where it is asked again before it is done", async () => {
  await Promise.all([fit(() => seen < 1, step), fit(() => seen < 1, step)]);
  expect(asked).toBe(1);
});
