/** Figures of a simulation as they are written. */
import { count } from "../../words/format";

/** A share of the stake in per cent: `−1.0579 %`. */
export function share(value: number, places = 4): string {
  const text = Math.abs(value * 100).toFixed(places);
  return `${value < 0 && Number(text) !== 0 ? "−" : ""}${text} %`;
}

/** What the house keeps of what a player gains: one sign for a figure wherever it stands. */
export const edgeOf = (gain: number): number => (gain === 0 ? 0 : -gain);

/** How far a figure is from the exact one, in standard errors. */
export function deviations(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(text) !== 0 ? "−" : ""}${text}`;
}

/** Large counts in millions, with one place where that says more: `812.5 million`. */
export function large(value: number, million: string): string {
  if (value < 1_000_000) return count(value);
  const millions = value / 1_000_000;
  const whole = millions >= 100_000 || Number.isInteger(millions);
  const text = whole ? count(millions) : millions.toFixed(1);
  return million.replace("{count}", text);
}

/** How far a simulation is, between 0 and 1. */
export function part(done: number, asked: number): number {
  return asked > 0 ? Math.min(1, Math.max(0, done / asked)) : 0;
}
