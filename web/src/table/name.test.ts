import { expect, it } from "vitest";
import { tableName } from "./name";

it("reads as a name", () => {
  expect(tableName("baccarat-12")).toBe("Baccarat 12");
  expect(tableName("some--table-")).toBe("Some Table");
  expect(tableName("x")).toBe("X");
});
