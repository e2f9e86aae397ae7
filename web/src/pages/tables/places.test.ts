import { expect, it } from "vitest";
import { placesOf } from "./places";

it("begins with the place where the role works", () => {
  expect(placesOf("player")[0]).toBe("terminal");
  expect(placesOf("staff")[0]).toBe("console");
  expect(placesOf("display")).toEqual(["display"]);
});

it("offers nobody a page that is not for them", () => {
  expect(placesOf("player")).not.toContain("console");
  expect(placesOf("inspector")).toEqual(["table", "display"]);
});
