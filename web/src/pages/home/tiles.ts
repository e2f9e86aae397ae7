/** The four ways into the demonstration. */
import type { Schemas } from "../../api/types";
import type { Word } from "../../words/words.svelte";

interface Tile {
  role: Schemas["DemoSignIn"]["role"];
  page: string;
  sign: "chip" | "card" | "bell" | "display";
  title: Word;
  does: Word;
}

export const TILES: readonly Tile[] = [
  {
    role: "player",
    page: "terminal",
    sign: "chip",
    title: "front.tile.play",
    does: "sign-in.does.terminal",
  },
  {
    role: "dealer",
    page: "console",
    sign: "card",
    title: "front.tile.deal",
    does: "sign-in.does.console",
  },
  {
    role: "supervisor",
    page: "pit",
    sign: "bell",
    title: "front.tile.supervise",
    does: "sign-in.does.pit",
  },
  {
    role: "display",
    page: "display",
    sign: "display",
    title: "front.tile.wall",
    does: "sign-in.does.display",
  },
];
