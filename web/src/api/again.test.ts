import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isAway, steadily, waitMs } from "./again";
import { offline, problem } from "./client";
import type { Result } from "./types";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refused = (status: number): Result<string> => ({
  ok: false,
  status,
  problem: problem("no", "No."),
});
const found: Result<string> = { ok: true, value: "here" };

describe("the wait before asking again", () => {
  it("is short at first, grows, ends at a few seconds, and differs by chance", () => {
    expect(waitMs(0, 0.5)).toBe(250);
    expect(waitMs(2, 0.5)).toBe(1000);
    expect(waitMs(40, 0.5)).toBe(3000);
    expect(waitMs(40, 1)).toBeLessThan(4000);
    expect(waitMs(3, 0)).toBeLessThan(waitMs(3, 1));
  });
});

describe("a steady read", () => {
  it("is asked again until the server is there", async () => {
    const answers = [offline<string>(), refused(503), refused(429), found];
    const reading = steadily(async () => answers.shift() ?? refused(500));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await reading).toEqual(found);
    expect(answers).toEqual([]);
  });

  it("takes a refusal for an answer", async () => {
    let asked = 0;
    const result = await steadily(async () => {
      asked++;
      return refused(404);
    });
    expect(result).toMatchObject({ ok: false, status: 404 });
    expect(asked).toBe(1);
    expect([404, 409, 500].some(isAway)).toBe(false);
  });

  it("ends when it is wanted no more", async () => {
    let wanted = true;
    let asked = 0;
    const reading = steadily(
      async () => {
        asked++;
        return offline<string>();
      },
      () => wanted,
    );
    await vi.advanceTimersByTimeAsync(300);
    wanted = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reading).toMatchObject({ ok: false, status: 0 });
    expect(asked).toBeLessThan(4);
  });
});
