/** Forms made from the list of commands: what a field takes, and the body from what was filled in. */
import type { Schemas } from "../../api/types";
import { momentIn } from "../../look/clock";
import { centsOf } from "../../look/money";
import type { Word } from "../../words/words.svelte";
import { readCard } from "./entry";

export type Described = Schemas["Described"];
export type Field = Described["fields"][number];

export type Takes =
  | { kind: "choice"; values: string[] }
  | { kind: "text" | "number" | "dollars" | "yes-no" | "time" }
  | { kind: "list"; of: "text" | "number" }
  | { kind: "map"; of: "text" | "dollars" | "span" }
  | { kind: "part"; names: string[] };

/** What a field takes, from the words of the server. */
export function takesOf(takes: string): Takes {
  if (takes.startsWith("list of ")) {
    return { kind: "list", of: takes.endsWith("number") ? "number" : "text" };
  }
  if (takes.startsWith("table of table")) return { kind: "map", of: "span" };
  if (takes.startsWith("table of ")) {
    return { kind: "map", of: takes.endsWith("dollars") ? "dollars" : "text" };
  }
  const part = /^table \((.*)\)$/.exec(takes);
  if (part) return { kind: "part", names: (part[1] ?? "").split(", ") };
  if (takes.includes(" | ")) return { kind: "choice", values: takes.split(" | ") };
  if (takes === "yes or no") return { kind: "yes-no" };
  if (takes === "number" || takes === "dollars" || takes === "time") return { kind: takes };
  return { kind: "text" };
}

/** Cents as they stand in a field. */
export function dollarsOf(cents: number): string {
  const rest = cents % 100;
  const whole = String(Math.trunc(cents / 100));
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, "0")}`;
}

export interface Row {
  key: string;
  value: string;
  most: string;
}
export type Filled = Record<string, string | string[] | Row[]>;
export type Body = { do: string } & Record<string, unknown>;
export type Made =
  { ok: true; body: Body } | { ok: false; field: string; why: "missing" | "unread" };

/** The name of a field in the interface: amounts are cents there. */
export function nameOf(field: Field): string {
  const takes = takesOf(field.takes);
  const money = takes.kind === "dollars" || (takes.kind === "map" && takes.of === "dollars");
  return money ? `${field.name}_cents` : field.name;
}

const wholeNumber = (text: string): number | null =>
  /^-?\d{1,15}$/.test(text) ? Number(text) : null;

/** Acts whose card is no playing card. */
const SHOWN = new Set(["record-player-card"]);

function one(word: string, field: Field, given: string, zone: string | undefined): unknown {
  const takes = takesOf(field.takes);
  switch (takes.kind) {
    case "dollars":
      return centsOf(given);
    case "number":
      return wholeNumber(given);
    case "yes-no":
      return given === "yes";
    case "time": {
      // Times are the casino's: without its zone none can be read.
      return zone === undefined ? null : (momentIn(given, zone)?.toISOString() ?? null);
    }
    case "text":
      return field.name === "card" && !SHOWN.has(word) ? readCard(given) : given;
    default:
      return given;
  }
}

function listed(takes: Takes, given: string | string[]): unknown[] | null {
  const parts = Array.isArray(given) ? given : given.split(/[,\n]/).map((part) => part.trim());
  const found = parts.filter((part) => part !== "");
  if (takes.kind !== "list" || takes.of === "text") return found;
  const numbers = found.map(wholeNumber);
  return numbers.every((number) => number !== null) ? numbers : null;
}

function mapped(of: "text" | "dollars" | "span", rows: Row[]): Record<string, unknown> | null {
  const found: Record<string, unknown> = {};
  for (const row of rows) {
    if (row.key === "") continue;
    if (of === "text") found[row.key] = row.value;
    else if (of === "dollars") {
      const cents = centsOf(row.value);
      if (cents === null) return null;
      found[row.key] = cents;
    } else {
      const least = row.value === "" ? 0 : centsOf(row.value);
      const most = row.most === "" ? null : centsOf(row.most);
      if (least === null || (row.most !== "" && most === null)) return null;
      found[row.key] = { minimum_cents: least, maximum_cents: most };
    }
  }
  return found;
}

const empty = (given: Filled[string] | undefined): boolean =>
  given === undefined || given.length === 0 || (typeof given === "string" && given.trim() === "");

/**
 * The command's body from what was filled in; or the first field that is missing or unreadable.
 * Times are read by the clocks of `zone`, the casino's.
 */
export function bodyOf(described: Described, filled: Filled, zone?: string): Made {
  const body: Body = { do: described.word };
  for (const field of described.fields) {
    const given = filled[field.name];
    if (given === undefined || empty(given)) {
      if (field.required) return { ok: false, field: field.name, why: "missing" };
      continue;
    }
    const takes = takesOf(field.takes);
    let value: unknown;
    if (takes.kind === "list") value = listed(takes, given as string | string[]);
    else if (takes.kind === "map") value = mapped(takes.of, given as Row[]);
    else if (takes.kind === "part") continue;
    else value = one(described.word, field, (given as string).trim(), zone);
    if (value === null) return { ok: false, field: field.name, why: "unread" };
    body[nameOf(field)] = value;
  }
  return { ok: true, body };
}

/** What is said of a field that cannot be read: what it should look like. */
export function unreadOf(takes: Takes): Word {
  const money = takes.kind === "dollars" || (takes.kind === "map" && takes.of !== "text");
  if (money) return "console.field.unread.dollars";
  const number = takes.kind === "number" || (takes.kind === "list" && takes.of === "number");
  if (takes.kind === "time") return "console.field.unread.time";
  return number ? "console.field.unread.number" : "console.field.unread";
}
