import { describe, expect, it } from "vitest";
import { count, day, fraction, percent } from "./format";

describe("writing", () => {
  it("groups figures", () => {
    expect(fraction("114753351728/10847218479825")).toBe("114,753,351,728 / 10,847,218,479,825");
    expect(fraction("-43/415")).toBe("−43 / 415");
    expect(count(1006611)).toBe("1,006,611");
    expect(count(12)).toBe("12");
  });
  it("signs percentages", () => {
    expect(percent("-37.25")).toBe("−37.25 %");
    expect(percent("9.1810", true)).toBe("+9.1810 %");
    expect(percent("0.0000", true)).toBe("0.0000 %");
  });
  it("writes days in the language and leaves other words alone", () => {
    expect(day("2024-05-16", "en")).toBe("16 May 2024");
    expect(day("2024-05-16", "zh")).toBe("2024年5月16日");
    expect(day("undated", "en")).toBe("undated");
  });
});
