import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CALLS, placed, reference } from "./calls";
import { ROUTES } from "./routes";

const described = JSON.parse(
  readFileSync(new URL("../../docs/reference/openapi.json", import.meta.url), "utf-8"),
) as { paths: Record<string, Record<string, unknown>> };

describe("the call behind a page", () => {
  it("is one that the interface has", () => {
    for (const [page, call] of Object.entries(CALLS))
      expect(described.paths[call.path]?.[call.method.toLowerCase()], page).toBeDefined();
  });
  it("is there for every page but the one of parts", () => {
    const without = ROUTES.map((one) => one.page).filter((page) => CALLS[page] === undefined);
    expect(without).toEqual(["parts"]);
  });
  it("opens in the reference, and has the parameters of its page", () => {
    expect(reference({ method: "GET", path: "/api/compare" })).toBe(
      "/reference?call=GET%20%2Fapi%2Fcompare",
    );
    expect(placed("/api/x/{clause}/y/{other}", { clause: "1.1:a b" })).toBe(
      "/api/x/1.1%3Aa%20b/y/{other}",
    );
  });
});
