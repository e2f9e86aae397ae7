/** Events in words. What a rulebook says is in their clauses; here is only what was done. */
import type { SeenEvent } from "../../api/types";
import { printed, rankOf, suitSign } from "../../look/cards";
import { money } from "../../look/money";
import { type Language, said, type Word } from "../../words/words.svelte";
import en from "../../words/en.json";
import { readable } from "./forms";

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";

/** A card of an event, which is a number there: rank by rank, clubs first. */
export function cardNumbered(number: unknown): string | null {
  if (typeof number !== "number" || number < 0 || number > 51) return null;
  return `${RANKS[number >> 2]}${SUITS[number & 3]}`;
}

/** Fields that hold a word of the interface. */
const WORDS = new Set(["situation", "ruling", "wager"]);

const shown = (card: string): string => printed(rankOf(card)) + suitSign(card);

/** What may stand in the sentence of an event, as text. */
function values(event: SeenEvent, nameOf: (id: string) => string, language: Language) {
  const found: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(event.fields ?? {})) {
    if (key.endsWith("_cents") && typeof value === "number") found[key] = money(value);
    else if (typeof value === "string") {
      const name = nameOf(value);
      found[key] = WORDS.has(key) && name === value ? value.replaceAll("-", " ") : name;
    }
    else if (typeof value === "number") found[key] = value;
  }
  const card = cardNumbered(event.fields?.["card"]);
  found["card"] = card === null ? said("card.down", language) : shown(card);
  const hand = event.fields?.["hand"];
  if (hand === "player" || hand === "banker") found["hand"] = said(`console.hand.${hand}`, language);
  const place = event.fields?.["place"];
  if (typeof place === "number" && place <= 2) {
    found["place"] = said(`console.place.${place}` as Word, language);
  }
  const outcome = event.fields?.["outcome"];
  if (outcome === "player" || outcome === "banker" || outcome === "tie" || outcome === "void") {
    found["outcome"] = said(`console.outcome.${outcome}`, language);
  }
  return found;
}

/** An event as one line; a kind without a sentence of its own is its name. */
export function eventText(
  event: SeenEvent,
  language: Language,
  nameOf: (id: string) => string = (id) => id,
): string {
  const word = `console.event.${event.event}`;
  return word in en
    ? said(word as Word, language, values(event, nameOf, language))
    : readable(event.event);
}
