import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Heard, TableFeed } from "../api/stream.svelte";
import type { Parts } from "../api/types";
import type { CoupTold } from "./view";
import { Watch } from "./watch.svelte";

vi.mock("svelte", async (original) => ({
  ...(await original<typeof import("svelte")>()),
  onDestroy: () => {},
}));

class Feed extends TableFeed {
  #heard: Heard = () => {};
  override onevents(heard: Heard): () => void {
    this.#heard = heard;
    return () => {};
  }
  tell(parts: Partial<Parts>, skip = false): void {
    this.parts = { ...this.parts, ...parts };
    this.#heard([], skip);
  }
}

const coup = (number: number, settled = true) => ({ coup: number, settled }) as CoupTold;

let feed: Feed;
let watched: Watch;

beforeEach(() => {
  feed = new Feed("t");
  watched = new Watch(feed);
});

describe("a watched table", () => {
  it("lets the chips of a coup travel once, and not of one that was settled unseen", () => {
    feed.tell({ coup: coup(4) });
    expect([watched.last?.coup, watched.paying]).toEqual([4, null]);
    feed.tell({ coup: coup(5) });
    expect([watched.last?.coup, watched.paying]).toEqual([5, 5]);
    feed.tell({ coup: { ...coup(5), corrected: true } });
    expect([watched.last?.corrected, watched.paying]).toEqual([true, null]);
    feed.tell({ coup: coup(9) }, true);
    expect([watched.last?.coup, watched.paying]).toEqual([9, null]);
  });

  it("keeps the coup settled last while another waits to be settled", () => {
    feed.tell({ coup: coup(4) });
    feed.tell({ coup: coup(5, false) });
    expect(watched.last?.coup).toBe(4);
  });
});
