import { beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "../session.svelte";
import type { Signed } from "../api/types";
import { sound, tonesOf } from "./sound.svelte";
import { LOUDEST, sound as make, type Tone } from "./tones";

const events = (...names: string[]) => names.map((event) => ({ event }));
const as = (role: string) => ({ person: "p", login: "x", role }) as unknown as Signed;

describe("what is heard", () => {
  it("is a card, chips or a bell, each once for a message", () => {
    expect(tonesOf(events("card-dealt", "card-dealt"))).toEqual(["card"]);
    expect(tonesOf(events("bets-called"))).toEqual(["bell"]);
    expect(tonesOf(events("coup-settled", "wager-placed", "card-turned"))).toEqual([
      "chips",
      "card",
    ]);
    expect(tonesOf(events("approval-requested", "counts-announced"))).toEqual([]);
  });

  it("is nothing on a page of staff until it is switched on, and then it is kept", () => {
    const stored: Record<string, string> = {};
    vi.stubGlobal("localStorage", {
      setItem: (name: string, text: string) => (stored[name] = text),
    });
    session.signed = as("staff");
    expect(sound.on).toBe(false);
    session.signed = as("player");
    expect(sound.on).toBe(true);
    sound.choose(false);
    expect([sound.on, stored]).toEqual([false, { "pitboss.sound": "off" }]);
    session.signed = as("staff");
    sound.choose(true);
    expect([sound.on, stored]).toEqual([true, { "pitboss.sound": "on" }]);
  });
});

describe("a sound", () => {
  const gains: number[] = [];
  const started: string[] = [];
  const node = (kind: string) => ({
    frequency: { value: 0 },
    gain: {
      setValueAtTime: (value: number) => gains.push(value),
      exponentialRampToValueAtTime: () => {},
    },
    connect: () => {},
    start: () => started.push(kind),
    stop: () => {},
  });
  const context = {
    sampleRate: 8000,
    currentTime: 0,
    destination: {},
    createGain: () => node("gain"),
    createOscillator: () => node("note"),
    createBufferSource: () => node("noise"),
    createBiquadFilter: () => node("filter"),
    createBuffer: (_: number, length: number) => ({
      getChannelData: () => new Float32Array(length),
    }),
  } as unknown as BaseAudioContext;

  beforeEach(() => {
    gains.length = 0;
    started.length = 0;
  });

  it.each<[Tone, string[]]>([
    ["card", ["noise"]],
    ["chips", ["note", "note"]],
    ["bell", ["note", "note"]],
  ])("of %s is made here, and quiet", (tone, sources) => {
    make(tone, context);
    expect(started).toEqual(sources);
    expect(gains.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(LOUDEST + 1e-9);
  });
});
