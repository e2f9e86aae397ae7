import { describe, expect, it } from "vitest";
import { changed, kindOf, linesOf, listOf, others, saidOf, typed } from "./conditions";

const SAMPLE = {
  title: "Cup",
  entry_fee: "100.00",
  seats: 7,
  compulsory: true,
  texts: { payment: "by cheque" },
  rounds: [{ tables: 2, coups: 3, minutes: null, advance: 1 }],
  prizes: [{ place: 1, share: "60.00", amount: "0.00", thing: null }],
};

describe("conditions as they are typed", () => {
  it("are read by the kind of their field", () => {
    expect(kindOf("entry-fee")).toBe("amount");
    expect(kindOf("payment")).toBe("text");
    expect(kindOf("order-of-wagering")).toBe("switch");
    expect(typed("number", " 7 ")).toBe(7);
    expect(typed("number", "seven")).toBe("seven"); // the server says what is wrong with it
    expect(typed("amount", "100.50")).toBe("100.50");
    expect(typed("text", "  ")).toBeUndefined();
  });

  it("change one item and leave the rest", () => {
    const text = changed(SAMPLE, "payment", "by transfer");
    expect(text["texts"]).toEqual({ payment: "by transfer" });
    expect(changed(SAMPLE, "payment", undefined)["texts"]).toEqual({});
    expect(changed(SAMPLE, "entry-fee", "50.00")["entry_fee"]).toBe("50.00");
    expect("seats" in changed(SAMPLE, "seats", undefined)).toBe(false);
    expect(SAMPLE.texts.payment).toBe("by cheque");
    expect(saidOf(SAMPLE, "payment")).toBe("by cheque");
    expect(saidOf(SAMPLE, "location")).toBe("");
  });

  it("have lists that come back as they were", () => {
    expect(linesOf(SAMPLE, "rounds")).toEqual([
      { tables: "2", coups: "3", minutes: "", advance: "1" },
    ]);
    expect(listOf(linesOf(SAMPLE, "rounds"))).toEqual([{ tables: 2, coups: 3, advance: 1 }]);
    expect(listOf(linesOf(SAMPLE, "prizes"))).toEqual([{ place: 1, share: "60.00" }]);
    expect(listOf([{ tables: "", coups: "" }])).toEqual([]);
  });

  it("show what no item asks for beside the items", () => {
    expect(others(SAMPLE, ["entry-fee", "payment"])).toEqual(["title", "seats", "compulsory"]);
  });
});
