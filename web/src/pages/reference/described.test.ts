import { describe, expect, it } from "vitest";
import { addressOf, type Described, examplesOf, SERVER } from "./described";

const described: Described = {
  paths: {
    "/api/a": {
      get: {
        operationId: "ApiA",
        tags: ["rulebooks"],
        "x-codeSamples": [{ lang: "curl", source: `curl ${SERVER}/api/a` }],
      },
    },
    "/api/b": { post: { operationId: "ApiB", tags: ["tables"] } },
  },
};

describe("the description", () => {
  it("shows examples at the house that one is at", () => {
    const [one] = examplesOf(described, "GET /api/a", "https://house.example");
    expect(one?.samples[0]?.source).toBe("curl https://house.example/api/a");
  });
  it("shows every example where the call asked for has none", () => {
    expect(examplesOf(described, "POST /api/b", "x").map((one) => one.call)).toEqual([
      "GET /api/a",
    ]);
    expect(examplesOf(described, null, "x")).toHaveLength(1);
  });
  it("has an address of each call, as the viewer opens it", () => {
    expect(addressOf(described, "POST /api/b")).toBe(
      "/reference?call=POST%20%2Fapi%2Fb#/tables/ApiB",
    );
    expect(addressOf(described, "GET /api/none")).toBeNull();
    expect(addressOf(described, null)).toBeNull();
  });
});
