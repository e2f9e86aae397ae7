/** Amounts that are kept in millionths of a dollar, written to the last that is not nothing. */
import { MINUS } from "./money";

const WHOLE = 1_000_000;

/** `$405,000.00`, `$405,000.0375`: at least two decimals, and no more than there are. */
export function fine(millionths: number): string {
  const amount = Math.abs(millionths);
  const dollars = String(Math.floor(amount / WHOLE)).replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = String(amount % WHOLE).padStart(6, "0");
  const shown = rest.slice(0, 2) + rest.slice(2).replace(/0+$/, "");
  return `${millionths < 0 ? MINUS : ""}$${dollars}.${shown}`;
}
