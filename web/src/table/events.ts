/** Events in words, as the catalogue has them; here is only how a field is written. */
import type { SeenEvent } from "../api/types";
import { cardOf, RANKS, shortCard, SUITS } from "../look/cards";
import { money } from "../look/money";
import { type Params, spoken, wordsOf } from "../words/catalogue";
import { readable } from "../words/format";
import { told } from "../words/told.svelte";
import type { Language } from "../words/words.svelte";

const TOPIC = "events";
const CARDS = RANKS.length * SUITS.length;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Places that hold names of rules, whose hyphens are not said. */
const OPENED = new Set(["cause", "ruling", "situation", "wager"]);

/** What a wager or a person is called. */
type Called = (id: string) => string;
type Fields = Readonly<Record<string, unknown>>;

const isCard = (number: unknown): number is number =>
  typeof number === "number" && number >= 0 && number < CARDS;

/** Hands with their cards, each a number or a place on the table. */
function hands(sent: Fields, language: Language): string {
  const words = wordsOf(TOPIC, language);
  const face = (slot: unknown) => {
    const card = isCard(slot) ? slot : (slot as { card?: unknown }).card;
    return isCard(card) ? shortCard(cardOf(card)) : words["card.down"];
  };
  return Object.entries(sent)
    .map(([hand, slots]) =>
      [words[`hand.${hand}`] ?? hand, ...(slots as unknown[]).map(face)].join(" "),
    )
    .join(", ");
}

/** A field of an event as text. */
function written(place: string, value: unknown, language: Language, called: Called): string {
  if (typeof value === "number") {
    if (place.endsWith("_cents")) return money(value);
    return place === "card" && isCard(value) ? shortCard(cardOf(value)) : String(value);
  }
  if (typeof value === "string") {
    if (TIME.test(value))
      return value.slice(0, 16).replace("T", " ") + (value.endsWith("Z") ? "Z" : "");
    const name = told(called(value), language);
    return OPENED.has(place) ? name.replaceAll("-", " ") : name;
  }
  if (!Array.isArray(value)) {
    const pairs = Object.entries(value as Fields).map(([key, one]) => `${key}: ${String(one)}`);
    return place === "hands" ? hands(value as Fields, language) : pairs.join(", ");
  }
  const each = place.replace(/s$/, "");
  return value
    .map(
      (one) =>
        wordsOf(TOPIC, language)[`${each}.${String(one)}`] ?? written(each, one, language, called),
    )
    .join(", ");
}

/** The fields of an event, with those of its house and its sign under `house.` and `sign.`. */
function flat(fields: Fields): Params {
  const { house, sign, ...rest } = fields;
  const found: Record<string, unknown> = { ...rest };
  for (const [part, of] of Object.entries({ house, sign })) {
    for (const [key, value] of Object.entries(of ?? {})) found[`${part}.${key}`] = value;
  }
  return found;
}

/** An event as one line; a kind without a sentence of its own is its name. */
export function eventText(event: SeenEvent, language: Language, called: Called = (id) => id) {
  const write = (place: string, value: unknown) => written(place, value, language, called);
  return (
    spoken(TOPIC, event.event, flat(event.fields ?? {}), language, write) ?? readable(event.event)
  );
}
