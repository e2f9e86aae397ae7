import { describe, expect, it } from "vitest";
import { href, match, ROUTES } from "./routes";

describe("addresses", () => {
  it("lead to their page and back", () => {
    for (const route of ROUTES) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? "");
      const params = Object.fromEntries(names.map((name) => [name, `a/b ${name}.1`]));
      const found = match(href(route.page, params));
      expect(found?.route.page).toBe(route.page);
      expect(found?.params).toEqual(params);
    }
  });

  it("that are not ours lead nowhere", () => {
    for (const path of ["/nothing", "/table", "/rules/a/b/c", "/table/%E0%A4%A"]) {
      expect(match(path)).toBeNull();
    }
  });

  it("need all their parameters", () => {
    expect(() => href("table")).toThrow(/name/);
  });
});
