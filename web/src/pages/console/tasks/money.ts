/** Chips: bought at the table, brought from the cage, taken back to it. */
import { t } from "../../../words/words.svelte";
import type { Desk } from "../desk.svelte";
import { amountOf, missing, sum, type Task } from "./task";

const HANDFULS = [10_000, 50_000, 100_000, 500_000];
const TRAYS = [500_000, 1_000_000, 5_000_000, 10_000_000];
const chips = (person: string) => `player:${person}`;

/** Who plays here, by seat. */
function players(desk: Desk) {
  return Object.entries(desk.view?.people ?? {})
    .filter(([, one]) => one.role === "player")
    .sort(([, a], [, b]) => (a.seat ?? Infinity) - (b.seat ?? Infinity))
    .map(([id]) => ({ value: id, text: desk.name(id) }));
}
const held = (desk: Desk, account: string) => desk.view?.balances_cents[account] ?? 0;

/** The usual amounts, of which none is less than what one wager takes. */
const usual = (desk: Desk) =>
  HANDFULS.filter((cents) => cents >= (desk.view?.display.minimum_cents ?? 0));

export const buyIn: Task = {
  name: "buy-in",
  word: "buy-in",
  first: (desk) => {
    const all = players(desk);
    return { person: all.length === 1 ? (all[0]?.value ?? "") : "", amount: "" };
  },
  shown: (desk, filled) => {
    const who = filled["person"] ?? "";
    const amount = amountOf(filled, "amount");
    const people = players(desk);
    const means = desk.view?.house?.cashless ? "digital" : "cash";
    return {
      says: t(means === "cash" ? "task.buy-in.says" : "task.buy-in.says.digital"),
      present: [
        ...(who ? [[t("task.buy-in.has"), sum(held(desk, chips(who)))] as const] : []),
        [t("task.float"), sum(held(desk, "float"))],
      ],
      blanks: [
        { kind: "choice", name: "person", label: t("task.who"), options: people },
        { kind: "dollars", name: "amount", label: t("task.amount"), presets: usual(desk) },
      ],
      key:
        who && typeof amount === "number"
          ? t("task.buy-in.key", { who: desk.name(who), amount: sum(amount) })
          : t("task.buy-in"),
      held: people.length === 0 ? t("task.buy-in.nobody") : undefined,
      make: () => {
        if (!who) return missing("person", "task.missing.person");
        if (typeof amount !== "number") return amount;
        return {
          ok: true,
          command: { do: "buy-in", person: who, amount_cents: amount, means },
        };
      },
    };
  },
};

export const fill: Task = {
  name: "fill",
  word: "fill",
  first: () => ({ way: "fill", amount: "", slip: "" }),
  shown: (desk, filled) => {
    const way = filled["way"] === "credit" ? "credit" : "fill";
    const amount = amountOf(filled, "amount");
    const slip = (filled["slip"] ?? "").trim();
    const now = held(desk, "float");
    const after = typeof amount === "number" ? now + (way === "fill" ? amount : -amount) : null;
    return {
      says: t(`task.${way}.says`),
      present: [
        [t("task.float"), sum(now)],
        ...(after === null ? [] : [[t("task.float.after"), sum(after)] as const]),
      ],
      blanks: [
        {
          kind: "choice",
          name: "way",
          label: t("task.way"),
          options: [
            { value: "fill", text: t("task.fill.way") },
            { value: "credit", text: t("task.credit.way") },
          ],
        },
        { kind: "dollars", name: "amount", label: t("task.amount"), presets: TRAYS },
        { kind: "text", name: "slip", label: t("console.field.slip"), free: true },
      ],
      key:
        typeof amount === "number"
          ? t(`task.${way}.key`, { amount: sum(amount) })
          : t(`task.${way}.way`),
      make: () => {
        if (typeof amount !== "number") return amount;
        const given = slip === "" ? {} : { slip };
        return { ok: true, command: { do: way, amount_cents: amount, ...given } };
      },
    };
  },
};
