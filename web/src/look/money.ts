/** Amounts, as look and reading aloud want them. Cents are whole numbers, as the server's. */
import { type Language, said } from "../words/words.svelte";

export const MINUS = "−";

function figures(cents: number, whole: boolean): string {
  const amount = Math.abs(cents);
  const dollars = Math.floor(amount / 100)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ",");
  const rest = amount % 100;
  return whole && rest === 0 ? dollars : `${dollars}.${rest.toString().padStart(2, "0")}`;
}

/** `$24.00`; with `sign` also `+$24.00`; with `felt` no decimals where it is whole dollars. */
export function money(cents: number, how: { sign?: boolean; felt?: boolean } = {}): string {
  const before = cents < 0 ? MINUS : how.sign && cents > 0 ? "+" : "";
  return `${before}$${figures(cents, how.felt ?? false)}`;
}

/** An amount in words for a screen reader. */
export function spoken(cents: number, language: Language): string {
  const amount = said("money.dollars", language, { amount: figures(cents, true) });
  return cents < 0 ? said("money.minus", language, { amount }) : amount;
}

/** Dollars as people write them, in cents; nothing where it is no amount. */
export function centsOf(text: string): number | null {
  const plain = text.replace(/[\s,$]/g, "");
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(plain)) return null;
  const [dollars = "0", cents = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}
