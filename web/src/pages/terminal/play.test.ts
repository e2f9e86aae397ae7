import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Heard, TableFeed } from "../../api/stream.svelte";
import type { PlayerView, SeenEvent } from "../../api/types";
import { session } from "../../session.svelte";
import { Play } from "./play.svelte";

vi.mock("svelte", async (original) => ({
  ...(await original<typeof import("svelte")>()),
  onDestroy: () => {},
}));

const refused = {
  ok: false as const,
  status: 409,
  problem: { code: "no", sentence: "No.", clauses: [] },
};
const event = (name: string): SeenEvent => ({ sequence: 1, event: name, at: "", rank: "clock" });
const placed = { ...event("wager-placed"), fields: { number: 1 } };
const accepted = { ok: true as const, value: { sequence: 1, events: [placed] } };
const view = (coups: number) =>
  ({
    role: "player",
    display: { open: true, phase: "betting" },
    table: { coup: null, wagers: [], shoe: { number: 1, coups } },
    players: [],
  }) as unknown as PlayerView;

let heard: Heard[] = [];

beforeEach(() => {
  heard = [];
  vi.useFakeTimers();
  vi.spyOn(TableFeed.prototype, "start").mockResolvedValue();
  vi.spyOn(TableFeed.prototype, "send").mockResolvedValue(refused);
  vi.spyOn(TableFeed.prototype, "onevents").mockImplementation((one) => {
    heard.push(one);
    return () => {};
  });
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 404 }));
  session.signed = { login: "a", person: "p-1", role: "player" };
});

afterEach(() => {
  session.signed = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A terminal with a wager taken and one refused, at a shoe of which three coups are played. */
async function refusing(): Promise<Play> {
  const play = new Play("t");
  tell(play, 3, [], false);
  vi.mocked(play.feed.send).mockResolvedValueOnce(accepted);
  await play.bets.place("banker", 500);
  await play.bets.place("tie", 500);
  expect(play.bets.refused?.wager).toBe("tie");
  return play;
}

function tell(play: Play, coups: number, events: SeenEvent[], skip: boolean): void {
  play.feed.view = view(coups);
  for (const one of heard) one(events, skip);
}

describe("a terminal that is back", () => {
  it("keeps a refusal while the coup is the same", async () => {
    const play = await refusing();
    tell(play, 3, [event("wager-placed")], true);
    expect(play.bets.refused?.wager).toBe("tie");
  });

  it("begins anew where a coup ended meanwhile, told or not", async () => {
    for (const [coups, events] of [
      [4, []],
      [3, [event("coup-voided")]],
    ] as const) {
      const play = await refusing();
      tell(play, coups, [...events], true);
      expect(play.bets.refused).toBeNull();
      heard = [];
    }
  });
});
