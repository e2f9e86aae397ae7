/** The pit, kept up: a few tables are followed, and it is asked again now and then. */
import { onDestroy } from "svelte";
import { answer, api } from "../../api/client";
import { loaded, type Loaded } from "../../api/loaded.svelte";
import { TableFeed } from "../../api/stream.svelte";
import type { Schemas } from "../../api/types";

/** More streams than these would ask more of the server than they tell. */
const FOLLOWED = 12;
const EVERY_MS = 5000;
const SOON_MS = 250;

/** Ask for the pit, and again whenever a table moves. */
export function watchPit(): Loaded<Schemas["Pit"]> {
  const pit = loaded(() => answer(api.GET("/api/pit")));
  const feeds = new Map<string, TableFeed>();
  let soon: ReturnType<typeof setTimeout> | undefined;

  function hear(): void {
    clearTimeout(soon);
    soon = setTimeout(() => void pit.again(), SOON_MS);
  }

  $effect(() => {
    const names = (pit.value?.tables ?? []).slice(0, FOLLOWED).map((one) => one.table);
    for (const name of names) {
      if (feeds.has(name)) continue;
      const feed = new TableFeed(name);
      feeds.set(name, feed);
      feed.onevents(hear);
      void feed.start();
    }
  });

  const every = setInterval(() => {
    if (document.visibilityState === "visible") void pit.again();
  }, EVERY_MS);
  onDestroy(() => {
    clearInterval(every);
    clearTimeout(soon);
    for (const feed of feeds.values()) feed.stop();
  });
  return pit;
}
