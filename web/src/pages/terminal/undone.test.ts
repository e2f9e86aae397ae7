import { beforeEach, describe, expect, it, vi } from "vitest";
import { Kept } from "./undone.svelte";

const NAME = "pitboss.undo.star.p-1";
const CHIP = { wager: "banker", box: null, number: 4, before: 0 };

describe("what can be taken back", () => {
  let stored: Record<string, string>;
  let tell: (event: Partial<StorageEvent>) => void;

  beforeEach(() => {
    stored = {};
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, text: string) => (stored[name] = text),
      removeItem: (name: string) => delete stored[name],
    });
    vi.stubGlobal("addEventListener", (_: string, heard: typeof tell) => (tell = heard));
    vi.stubGlobal("removeEventListener", () => {});
  });

  it("outlives a reload", () => {
    new Kept(NAME, () => "1/4").done = [CHIP];
    expect(new Kept(NAME, () => "1/4").done).toEqual([CHIP]);
  });

  it("is of its coup alone", () => {
    new Kept(NAME, () => "1/4").done = [CHIP];
    expect(new Kept(NAME, () => "1/5").done).toEqual([]);
  });

  it("is heard of from another tab", () => {
    const here = new Kept(NAME, () => "1/4");
    here.follow();
    new Kept(NAME, () => "1/4").done = [CHIP];
    tell({ key: "another", newValue: null });
    expect(here.done).toEqual([]);
    tell({ key: NAME, newValue: stored[NAME] ?? null });
    expect(here.done).toEqual([CHIP]);
    tell({ key: NAME, newValue: null });
    expect(here.done).toEqual([]);
  });

  it("is nothing where something else stands there", () => {
    for (const text of ["", "{", "[]", '{"coup":1}', '{"coup":"1/4","done":3}']) {
      stored[NAME] = text;
      expect(new Kept(NAME, () => "1/4").done).toEqual([]);
    }
  });
});
