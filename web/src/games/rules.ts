/** Hands as they lie, with what the rules say of each. */
import type { Hand } from "./game";

/** The hands with what is told of those of the same name. */
export function withRules(hands: readonly Hand[], told: readonly Hand[]): Hand[] {
  const by = new Map(told.map((one) => [one.id, one]));
  return hands.map((hand) => {
    const found = by.get(hand.id);
    return {
      ...hand,
      total: found?.total ?? hand.total,
      note: found?.note ?? hand.note,
      turn: found?.turn ?? false,
      sentence: found?.sentence ?? null,
      clauses: found?.clauses ?? [],
    };
  });
}
