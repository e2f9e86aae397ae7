/** The result that is known to all. */
import type { Roads } from "./roads/road";

export interface Result {
  coup: number;
  outcome: string;
  player: number;
  banker: number;
}

/** Of the coup in progress once its result is announced, until then of the last that ended. */
export function known({ announced, latest }: Pick<Roads, "announced" | "latest">): Result | null {
  // The counts are announced before the result is.
  if (announced && announced.outcome !== null) {
    const { coup, outcome, player, banker } = announced;
    return { coup, outcome, player, banker };
  }
  if (!latest) return null;
  const { coup, outcome, player, banker } = latest;
  return { coup, outcome, player: player.count, banker: banker.count };
}
