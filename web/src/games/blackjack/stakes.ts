/** What lies on a box: by hand and by the line of its bettors, side wagers and insurance apart. */
import type { Stake } from "../../table/marks";
import type { SheetArea } from "../../table/sheet";

const MAIN = "main";
const ON_HAND = new Set([MAIN, "double", "split"]);

/** The stakes of one bettor on one hand: the first, and what a double added. */
export interface Bettor {
  person: string;
  position: number;
  stakes: Stake[];
}

export interface OnBox {
  /** By hand, in the order of play. */
  hands: { hand: string; bettors: Bettor[] }[];
  insurance: Stake[];
  side: Stake[];
}

export function onBox(stakes: readonly Stake[], box: number, hands: readonly string[]): OnBox {
  const here = stakes.filter((one) => one.box === box);
  const lies = (one: Stake) => one.hand || String(box);
  const line = new Map(
    here.filter((one) => one.wager === MAIN).map((one) => [one.person, one.position]),
  );
  const names = [...new Set([...hands, ...here.filter(onHand).map(lies)])];
  return {
    hands: names.map((hand) => {
      const found = new Map<string, Bettor>();
      for (const one of here.filter((stake) => onHand(stake) && lies(stake) === hand)) {
        const { person } = one;
        const bettor = found.get(person) ?? {
          person,
          position: line.get(person) ?? one.position,
          stakes: [],
        };
        found.set(person, { ...bettor, stakes: [...bettor.stakes, one] });
      }
      return {
        hand,
        bettors: [...found.values()].sort((one, other) => one.position - other.position),
      };
    }),
    insurance: here.filter((one) => one.wager.startsWith("insurance")),
    side: here.filter((one) => !onHand(one) && !one.wager.startsWith("insurance")),
  };
}

const onHand = (one: Stake) => ON_HAND.has(one.wager);

/** The areas beside the main one. */
export const sideAreas = (areas: readonly SheetArea[]): SheetArea[] =>
  areas.filter((one) => !one.by_choice && one.id !== MAIN);
