/** What happened to a link, each in one line. */
import { fine } from "../../look/millionths";
import { money } from "../../look/money";
import { tableName } from "../../table/name";
import { told } from "../../words/told.svelte";
import { isWord, type Language, said } from "../../words/words.svelte";
import type { Happened } from "./link.svelte";

interface Told {
  event: string;
  at?: string;
  by?: string;
  table?: string;
  round?: number;
  win?: number;
  wins?: number[];
  winners?: { number: number; row: string }[];
  stakes?: number[];
  millionths?: number;
  meter_millionths?: number;
  reason?: string;
  order?: string[];
  told?: string;
  sentence?: string;
  moments?: number[][];
  sharing?: { row: string; payments: { amount_cents: number }[]; meter_millionths: number };
}

/** The stream of a table by the name that people know it by. */
export const tableOf = (stream: string): string => tableName(stream.replace(/^table:/, ""));

const list = (many: readonly unknown[] | undefined) => (many ?? []).join(", ");

export const fieldsOf = (one: Happened): Told => one.event as unknown as Told;

/** One event in a sentence; one that has no words of ours by its name. */
export function happenedText(one: Happened, language: Language): string {
  const event = fieldsOf(one);
  const key = `link.event.${event.event}`;
  if (!isWord(key)) return event.event.replaceAll("-", " ");
  const { sharing } = event;
  return said(key, language, {
    table: event.table ? tableOf(event.table) : "",
    round: event.round ?? 0,
    win: event.win ?? 0,
    wins: list(event.wins),
    count: event.stakes?.length ?? 0,
    amount: fine(event.millionths ?? 0),
    meter: fine(event.meter_millionths ?? sharing?.meter_millionths ?? 0),
    rows: list(event.winners?.map((winner) => told(winner.row, language))),
    row: told(sharing?.row ?? "", language),
    paid: list(sharing?.payments.map((payment) => money(payment.amount_cents))),
    order: list(event.order?.map((row) => told(row, language))),
    moments: (event.moments ?? []).map(list).join(" | "),
    reason: event.reason ?? "",
    told: (event.told ?? "").replaceAll("-", " "),
    why: event.sentence ?? "",
  });
}
