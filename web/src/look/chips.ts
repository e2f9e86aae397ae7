/** The chips of a table: which values there are, how they look, how an amount is made of them. */
export interface ChipStyle {
  cents: number;
  face: string;
  spot: string;
  text: string;
  label: string;
}

/** Smallest value first. */
export type ChipSet = readonly ChipStyle[];

export const MOST_DRAWN = 8;

// Red, blue and green are the hues of the sides.
const COLOURS: readonly (readonly [face: string, spot: string, text: string])[] = [
  ["#66707A", "#E4E6E4", "#FFFFFF"],
  ["#D9D3C3", "#6F6A5C", "#26231C"],
  ["#A04A32", "#F2DECB", "#FFFFFF"],
  ["#1F6A66", "#DDEBE3", "#FFFFFF"],
  ["#2A2D33", "#D8D2C3", "#FFFFFF"],
  ["#67417A", "#E9DDEE", "#FFFFFF"],
  ["#C48F2E", "#2D2210", "#201806"],
  ["#7A2E3B", "#EBCFC6", "#FFFFFF"],
  ["#4B5A2A", "#E6E8CF", "#FFFFFF"],
  ["#8A5A7A", "#F3E3EE", "#FFFFFF"],
];
const USUAL = [50, 100, 500, 2500, 10_000, 50_000, 100_000, 500_000];

/** What is printed on a chip: `50c`, `25`, `5K`. */
export function chipLabel(cents: number): string {
  if (cents < 100) return `${cents}c`;
  if (cents % 100 !== 0) return (cents / 100).toFixed(2);
  const dollars = cents / 100;
  if (dollars >= 1_000_000 && dollars % 1_000_000 === 0) return `${dollars / 1_000_000}M`;
  if (dollars >= 1000 && dollars % 1000 === 0) return `${dollars / 1000}K`;
  return String(dollars);
}

/** A set from its values: a usual value has its usual colour, others take those left over. */
export function chipSet(values: readonly number[]): ChipSet {
  const sorted = [...new Set(values)].filter((one) => one > 0).sort((a, b) => a - b);
  const taken = new Set(sorted.map((one) => USUAL.indexOf(one)).filter((place) => place >= 0));
  const free = COLOURS.map((_, place) => place).filter((place) => !taken.has(place));
  let next = 0;
  return sorted.map((cents) => {
    const usual = USUAL.indexOf(cents);
    const place = usual >= 0 ? usual : (free[next++ % Math.max(1, free.length)] ?? 0);
    const [face, spot, text] = COLOURS[place] as (typeof COLOURS)[number];
    return { cents, face, spot, text, label: chipLabel(cents) };
  });
}

/** The fewest chips of the set that make the amount, largest first; null where none do. */
export function breakdown(cents: number, set: ChipSet): ChipStyle[] | null {
  const chips: ChipStyle[] = [];
  let left = cents;
  for (const chip of [...set].reverse()) {
    const count = Math.floor(left / chip.cents);
    if (count > 200) return null;
    for (let n = 0; n < count; n++) chips.push(chip);
    left -= count * chip.cents;
  }
  return left === 0 && chips.length > 0 ? chips : null;
}
