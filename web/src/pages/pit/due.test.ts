import { describe, expect, it } from "vitest";
import { keyOf, parted, span, timing, type Waiting } from "./due";

const base: Waiting = {
  kind: "approval",
  table: "t-1",
  number: 4,
  about: "",
  key: "k",
  by: null,
  by_rank: null,
  to: null,
  since: null,
  due: null,
  overdue: false,
  rank: null,
  yours: true,
  signed_on: true,
  why_not: null,
  why_said: null,
  seat: null,
  at_stake: [],
  proposal: null,
  about_said: { key: "about" },
  clauses: [],
};
const at = Date.parse("2026-11-16T09:00:00Z");

describe("a length of time", () => {
  it("uses the two figures that matter", () => {
    expect(span(24.9)).toEqual({ word: "pit.span.s", values: { s: 24 } });
    expect(span(17 * 60 + 24)).toEqual({ word: "pit.span.min", values: { min: 17, s: 24 } });
    expect(span(2 * 3600 + 300)).toEqual({ word: "pit.span.h", values: { h: 2, min: 5 } });
    expect(span(3 * 86400 + 5)).toEqual({ word: "pit.span.days", values: { days: 3 } });
    expect(span(-4)).toEqual({ word: "pit.span.s", values: { s: 0 } });
  });
});

describe("the time of something in the queue", () => {
  it("waits, is due, is overdue", () => {
    const since = "2026-11-16T08:59:29Z";
    expect(timing({ ...base, since }, at)).toEqual({ kind: "waiting", span: span(31) });
    const due = "2026-11-16T09:17:24Z";
    expect(timing({ ...base, since, due }, at)?.kind).toBe("due");
    expect(timing({ ...base, due, overdue: true }, at + 2_000_000)).toEqual({
      kind: "overdue",
      span: { word: "pit.span.minutes", values: { min: 15 } },
    });
    expect(timing(base, at)).toBeNull();
  });

  it("is overdue as soon as its time is over, before the server says so", () => {
    const due = "2026-11-16T08:59:59Z";
    expect(timing({ ...base, due }, at)).toEqual({ kind: "overdue", span: span(1) });
  });
});

describe("the queue", () => {
  const of = (kind: Waiting["kind"], number: number) => ({ ...base, kind, number });

  it("keeps its order; the second part has duties only", () => {
    const queue = [of("duty", 1), of("approval", 2), of("duty", 3), of("notice", 4)];
    const [first, second] = parted(queue);
    expect(first.map((one) => one.number)).toEqual([1, 2]);
    expect(second.map((one) => one.number)).toEqual([3, 4]);
    expect(parted([of("duty", 1)])).toEqual([[], [of("duty", 1)]]);
  });

  it("knows an item again", () => {
    expect(keyOf(base)).toBe("approval t-1 4");
    expect(keyOf({ ...base, kind: "ruling", number: null })).toBe("ruling t-1 k");
  });
});
