import { describe, expect, it } from "vitest";
import sentences from "../../../tests/table/sentences.jsonl?raw";
import type { SeenEvent } from "../api/types";
import { announcement } from "./announcements";
import { eventText } from "./events";

const event = (kind: string, fields: Record<string, unknown> = {}): SeenEvent => ({
  sequence: 1,
  event: kind,
  at: "2026-11-16T20:15:31Z",
  rank: "Dealer",
  by: "p-1",
  fields,
});

interface Written {
  of: { event: string } & Record<string, unknown>;
  en: string;
  zh: string;
}

describe("an event in words", () => {
  it("reads as the server's own sentence", () => {
    const every = sentences
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Written);
    expect(every.length).toBeGreaterThan(150);
    for (const { of, en, zh } of every) {
      const { event: kind, ...fields } = of;
      expect(eventText(event(kind, fields), "en"), kind).toBe(en);
      expect(eventText(event(kind, fields), "zh"), kind).toBe(zh);
    }
  });

  it("calls people and wagers by their names", () => {
    const bought = event("bought-in", { person: "p-2", amount_cents: 50_000 });
    expect(eventText(bought, "en", (id) => (id === "p-2" ? "seat 2" : id))).toBe(
      "Buy-in $500.00, seat 2",
    );
  });

  it("says what closed betting, whatever that was", () => {
    const closed = (cause: string) =>
      (["en", "zh"] as const).map((language) =>
        eventText(event("betting-closed", { cause }), language),
      );
    expect(closed("first-card-removed")).toEqual([
      "First card removed, wagers locked",
      "第一张牌离靴，注码锁定",
    ]);
    expect(closed("first-card-exposed")).toEqual([
      "First card exposed, wagers locked",
      "第一张牌亮出，注码锁定",
    ]);
    expect(closed("call")).toEqual([
      "No more bets called, wagers locked",
      "庄荷宣布停止投注，注码锁定",
    ]);
    expect(closed("expiry")).toEqual([
      "Betting time over, wagers locked",
      "投注时间结束，注码锁定",
    ]);
  });

  it("says aloud what closed betting", () => {
    const closed = event("betting-closed", { cause: "first-card-exposed" });
    expect(announcement(closed, null, null, "en")).toBe("First card exposed, wagers locked.");
    expect(announcement(closed, null, null, "zh")).toBe("第一张牌亮出，注码锁定。");
  });

  it("leaves out what it does not say", () => {
    expect(eventText(event("signed-on", { role: "dealer", holds: "Dealer" }), "en")).toBe(
      "Signed on, Dealer",
    );
    expect(eventText(event("signed-on", { role: "dealer" }), "en")).toBe("Signed on");
    expect(eventText(event("signed-on", { role: "dealer", holds: null }), "zh")).toBe("上岗");
  });

  it("that has no sentence is its name", () => {
    expect(eventText(event("something-new"), "en")).toBe("Something new");
  });
});
