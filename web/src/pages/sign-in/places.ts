/** Where each kind of person begins after signing in; the words are the catalogue's. */
import type { Word } from "../../words/words.svelte";

export const PLACES: readonly { who: Word; place: Word; does: Word }[] = [
  { who: "sign-in.who.player", place: "sign-in.place.terminal", does: "sign-in.does.terminal" },
  { who: "sign-in.who.deals", place: "sign-in.place.console", does: "sign-in.does.console" },
  { who: "sign-in.who.above", place: "sign-in.place.pit", does: "sign-in.does.pit" },
  { who: "sign-in.who.watches", place: "sign-in.place.pit", does: "sign-in.does.watch" },
  { who: "sign-in.who.display", place: "sign-in.place.display", does: "sign-in.does.display" },
];
