import { beforeEach, describe, expect, it } from "vitest";
import { Held } from "./held.svelte";

const AREAS: Record<string, readonly [number, number]> = { banker: [100, 200], tie: [300, 400] };
const at = (x: number, y: number, pointerType = "mouse", button = 0, buttons = 1) => ({
  clientX: x,
  clientY: y,
  pointerId: 1,
  pointerType,
  button,
  buttons,
});
const other = (x: number, y: number) => ({ ...at(x, y, "touch"), pointerId: 2 });

let chosen: number[] = [];
let placed: string[] = [];
let held: Held;

beforeEach(() => {
  chosen = [];
  placed = [];
  held = new Held({
    areaAt: (x) => Object.entries(AREAS).find(([, [from, to]]) => x >= from && x < to)?.[0] ?? null,
    choose: (cents) => chosen.push(cents),
    place: (area) => placed.push(area),
  });
});

describe("a chip that is dragged", () => {
  it("is placed where it is let go, by mouse and by finger", () => {
    for (const kind of ["mouse", "touch"]) {
      held.lift(2500, at(10, 10, kind));
      held.move(at(150, 10, kind));
      expect([held.dragged, held.over]).toEqual([true, "banker"]);
      held.release(at(350, 10, kind));
    }
    expect(chosen).toEqual([2500, 2500]);
    expect(placed).toEqual(["tie", "tie"]);
    expect([held.cents, held.at]).toEqual([0, null]);
  });

  it("is placed nowhere where no area is, nor when it is put down before", () => {
    held.lift(2500, at(10, 10));
    held.move(at(250, 10));
    held.release(at(250, 10));
    held.lift(2500, at(10, 10));
    held.move(at(150, 10));
    held.drop();
    held.release(at(150, 10));
    expect(placed).toEqual([]);
  });
});

describe("a chip that is tapped", () => {
  it("follows a mouse over the areas and places nothing by itself", () => {
    held.lift(500, at(10, 10));
    held.move(at(12, 12));
    expect(held.at).toBeNull();
    held.release(at(12, 12));
    held.move(at(50, 10));
    expect(held.at).toBeNull();
    held.move(at(150, 10));
    expect(held.at).toEqual({ x: 150, y: 10 });
    held.away();
    expect(held.at).toBeNull();
    expect([held.dragged, chosen, placed]).toEqual([false, [], []]);
  });

  it("does not follow a finger, and no other button picks it up", () => {
    held.lift(500, at(10, 10, "touch"));
    held.release(at(10, 10, "touch"));
    held.move(at(150, 10));
    expect(held.at).toBeNull();
    held.lift(500, at(10, 10, "mouse", 2));
    expect(held.cents).toBe(0);
  });
});

describe("of two fingers", () => {
  beforeEach(() => {
    held.lift(2500, at(10, 10, "touch"));
    held.move(at(150, 10, "touch"));
  });

  it("only the one that holds the chip moves it and lets it go", () => {
    held.move(other(350, 10));
    expect([held.over, held.at]).toEqual(["banker", { x: 150, y: 10 }]);
    held.release(other(350, 10));
    held.cancel(other(350, 10));
    expect([held.dragged, placed]).toEqual([true, []]);
    held.release(at(150, 10, "touch"));
    expect(placed).toEqual(["banker"]);
  });

  it("the second takes no chip while the first has one", () => {
    held.lift(500, other(20, 10));
    held.release(other(350, 10));
    held.release(at(150, 10, "touch"));
    expect([chosen, placed]).toEqual([[2500], ["banker"]]);
  });

  it("the first loses its chip where its own press is taken away", () => {
    held.cancel(at(150, 10, "touch"));
    expect(held.cents).toBe(0);
    held.lift(500, other(20, 10));
    expect(held.cents).toBe(500);
  });
});

describe("a press whose end is not told", () => {
  beforeEach(() => {
    held.lift(2500, at(10, 10));
    held.move(at(150, 10));
  });

  it("is over when the pointer comes back with no button down", () => {
    held.move(at(160, 10, "mouse", -1, 0));
    expect([held.cents, held.at, held.over]).toEqual([0, null, null]);
    held.release(at(160, 10));
    expect(placed).toEqual([]);
  });

  it("is over when another window comes in front", () => {
    held.blur();
    expect(held.cents).toBe(0);
    held.release(at(160, 10));
    expect(placed).toEqual([]);
  });

  it("does not keep the same pointer from taking another chip", () => {
    held.lift(500, at(20, 10));
    held.move(at(350, 10));
    held.release(at(350, 10));
    expect([chosen, placed]).toEqual([[2500, 500], ["tie"]]);
  });
});

it("keeps a tapped chip in hand while another window is in front", () => {
  held.lift(500, at(10, 10));
  held.release(at(10, 10));
  held.move(at(150, 10, "mouse", -1, 0));
  held.blur();
  expect([held.cents, held.at]).toEqual([500, null]);
  held.move(at(150, 10, "mouse", -1, 0));
  expect(held.at).toEqual({ x: 150, y: 10 });
});
