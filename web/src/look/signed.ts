/** Numbers that are written with their sign. */
import { MINUS } from "./money";

/** Standard deviations with their sign: +0.4, −2.1. */
export function signed(deviations: number): string {
  const text = Math.abs(deviations).toFixed(1);
  if (text === "0.0") return text;
  return `${deviations < 0 ? MINUS : "+"}${text}`;
}
