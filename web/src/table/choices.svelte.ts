/** What people may choose in a round, and the amounts that they choose with it. */
import { SvelteMap } from "svelte/reactivity";
import type { Schemas } from "../api/types";
import { readable } from "../words/format";
import { isWord, t } from "../words/words.svelte";

export type Choice = Schemas["OwnChoice"];

/** A choice by its hand and its word. */
export const choiceKey = ({ hand, choice }: Pick<Choice, "hand" | "choice">): string =>
  `${hand ?? ""}/${choice}`;

/** What a choice is called; one that has no word here is called as the game calls it. */
export function choiceText(choice: string): string {
  const word = `choice.${choice}`;
  return isWord(word) ? t(word) : readable(choice);
}

/** Choices by the hand that they are about, in their order. */
export function byHand<T extends Choice>(choices: readonly T[]): [hand: string | null, T[]][] {
  const found = new Map<string | null, T[]>();
  for (const one of choices) found.set(one.hand, [...(found.get(one.hand) ?? []), one]);
  return [...found];
}

/** Whether a choice has amounts to choose from. */
export const spans = (one: Choice): boolean =>
  one.refused === null && one.least_cents < one.most_cents;

/** The amount of each choice: all that is allowed, until another is chosen within its bounds. */
export class Amounts {
  readonly #given = new SvelteMap<string, number>();

  of(one: Choice): number {
    const given = this.#given.get(choiceKey(one)) ?? one.most_cents;
    return Math.max(one.least_cents, Math.min(one.most_cents, given));
  }

  /** So much more, or less. */
  step(one: Choice, cents: number): void {
    this.set(one, this.of(one) + cents);
  }

  set(one: Choice, cents: number): void {
    const bound = Math.max(one.least_cents, Math.min(one.most_cents, cents));
    this.#given.set(choiceKey(one), bound);
  }

  /** Nothing is chosen any more: the next question begins anew. */
  clear(): void {
    this.#given.clear();
  }
}
