/** How large the cards of a deal stand in the room that there is. */

/** The cards of boxes that are not one's own. */
export const FAR = 30;
const MOST = 190;
const LEAST = 44;
const GAP = 8;
const HEAD = 44;
const BETWEEN = 24;
/** A card is 5 by 7; one that lies across is as wide as others are high. */
const TALL = 1.4;

export interface Room {
  width: number;
  height: number;
  hands: readonly { cards: number; across: boolean }[];
  /** One hand above the other. */
  stacked: boolean;
}

/** Room is kept for every card of a hand from the first on, so that no card moves when it comes. */
const cardsAcross = (hand: Room["hands"][number]) =>
  hand.across ? Math.max(2, hand.cards - 1) + TALL : Math.max(3, hand.cards);

/** The width of a card with which every hand fits. */
export function cardWidth({ width, height, hands, stacked }: Room): number {
  const count = Math.max(1, hands.length);
  let best = LEAST;
  for (let columns = 1; columns <= (stacked ? 2 : count); columns++) {
    const rows = Math.ceil(count / columns);
    const most = Math.max(3, ...hands.map(cardsAcross));
    const wide = (width - (columns - 1) * BETWEEN - columns * most * GAP) / (columns * most);
    const tall = (height - rows * (HEAD + GAP)) / (rows * TALL);
    best = Math.max(best, Math.min(wide, tall));
  }
  return Math.floor(Math.min(MOST, best));
}

/** The width of a hand with room for all its cards from the first on, where one may lie across. */
export const handWidth = (card: number, across: boolean) =>
  Math.floor(across ? (2 + TALL) * card + 2 * GAP : 2 * card + GAP);
