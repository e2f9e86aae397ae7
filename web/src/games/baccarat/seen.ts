/** The two hands, wherever the server sends them. */
import type { SeenEvent, View } from "../../api/types";
import { type Coup, coupOf, type CoupTold } from "../../table/view";
import type { Consequence, CoupRow, Result, Roads, Round, Trouble } from "../game";
import { bareHand, cardsIn, handsSent, type SeenHand as Seen } from "../plain/seen";

export type Side = "player" | "banker";
export const SIDES: readonly Side[] = ["player", "banker"];
export const isSide = (value: unknown): value is Side => value === "player" || value === "banker";

export interface SeenHand extends Omit<Seen, "id" | "title"> {
  side: Side;
}

/** The hands of a round; without cards where there is none. */
export function handsSeen(round: Round | null): SeenHand[] {
  const sent = handsSent(round);
  return SIDES.map((side) => {
    const {
      id: _id,
      title: _title,
      ...hand
    } = sent.find((one) => one.id === side) ?? bareHand(side, "");
    return { side, ...hand };
  });
}

const counted = (outcome: string, player: unknown, banker: unknown): Result | null =>
  typeof player === "number" && typeof banker === "number"
    ? { outcome, totals: { player, banker } }
    : null;

export function resultSeen(round: CoupTold): Result | null {
  const [player, banker] = handsSeen(round);
  return counted(round.outcome, player?.total, banker?.total);
}

export function announcedSeen(event: SeenEvent): Result | null {
  const { outcome, player, banker } = event.fields ?? {};
  return counted(String(outcome), player, banker);
}

/** The count of a hand in play. */
export const countInPlay = (view: View | null, side: Side): number | null =>
  coupOf(view)?.hands.find((hand) => hand.id === side)?.count ?? null;

const handIn = (round: Trouble | Consequence, side: Side) =>
  round.hands.find((hand) => hand.id === side);

export const countsIn = (round: Consequence): Record<Side, number | null> => ({
  player: handIn(round, "player")?.count ?? null,
  banker: handIn(round, "banker")?.count ?? null,
});

/** How many cards each hand has while somebody rules, and by what is ruled. */
export const lengthsIn = (round: Trouble | Consequence): Record<Side, number> => ({
  player: handIn(round, "player")?.cards.length ?? 0,
  banker: handIn(round, "banker")?.cards.length ?? 0,
});

/** The result of the coup in progress once it is announced, until then of the last that ended. */
export function resultKnown({
  announced,
  latest,
}: Pick<Roads, "announced" | "latest">): (Result & { coup: number }) | null {
  // The counts are announced before the result is.
  if (announced && announced.outcome !== null) {
    const { coup, outcome, player, banker } = announced;
    return { coup, outcome, totals: { player, banker } };
  }
  if (!latest) return null;
  const { coup, outcome, player, banker } = latest;
  return { coup, outcome, totals: { player: player.count, banker: banker.count } };
}

/** A hand on a display; a card of a coup in progress that lies face down is a back. */
export interface DisplayHand {
  side: Side;
  cards: readonly (string | null)[];
  total: number | undefined;
  natural: boolean;
}

/** The coup in play, card by card with its running counts; until then the last that ended. */
export function displayHands(
  { latest }: Pick<Roads, "latest">,
  coup: Coup | null | undefined,
): DisplayHand[] {
  if (coup) {
    return handsSeen(coup).map(({ side, cards, total }) => ({
      side,
      cards,
      total: total ?? undefined,
      natural: false,
    }));
  }
  return SIDES.map((side) => {
    const cards = latest?.[side].cards ?? [];
    return {
      side,
      cards,
      total: cards.length > 0 ? latest?.[side].count : undefined,
      natural: latest?.[side].natural ?? false,
    };
  });
}

/** The counts of a display: of the coup in progress, until then of the last that ended. */
export function displayCounts({ announced: now, latest }: Roads): Record<Side, number> | null {
  if (now) return { player: now.player, banker: now.banker };
  return latest ? { player: latest.player.count, banker: latest.banker.count } : null;
}

/** First cards of both hands, then second, then third: as they left the shoe. */
export function dealtOrder(row: Pick<CoupRow, "hands">): string[] {
  const [player, banker] = SIDES.map((side) => cardsIn(row.hands[side] ?? "")) as [
    string[],
    string[],
  ];
  const found: (string | undefined)[] = [];
  for (let place = 0; place < 3; place++) found.push(player[place], banker[place]);
  return found.filter((card) => card !== undefined);
}
