import { beforeEach, describe, expect, it } from "vitest";
import { Held } from "./held.svelte";

const AREAS: Record<string, readonly [number, number]> = { banker: [100, 200], tie: [300, 400] };
const at = (x: number, y: number, pointerType = "mouse", button = 0) => ({
  clientX: x,
  clientY: y,
  pointerType,
  button,
});

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
