/** What may be chosen in a field of an act: from the table, its sheet and its edition. */
import type { Schemas, StaffView } from "../../api/types";
import { told } from "../../words/told.svelte";

export interface Choice {
  value: string;
  text: string;
}

export interface Known {
  view: StaffView | null;
  sheet: Schemas["Sheet"] | null;
  book: Schemas["Edition"] | null;
  name: (id: string) => string;
  place: (place: number) => string;
}

const PLAYERS = new Set(["person", "whom", "player", "adviser", "asked_by"]);
/** Acts that may name anyone at the table, or a patron who only watches. */
const ANYONE = new Set(["report-device", "report-advice", "note-exclusion"]);
const WATCHED = new Set(["report-proxy-bet", "report-handling", "leave", "nominate-cutter"]);
const EVERYONE = ["player", "spectator", "staff", "inspector", "surveillance"];

type Listed = Record<string, { title?: string; act?: string; asked?: boolean; name?: string }>;

function part(book: Schemas["Edition"] | null, name: string): Listed {
  const found = book?.values?.[name];
  return typeof found === "object" && found !== null ? (found as Listed) : {};
}

/** What an approval is for, in the words of the edition. */
export function approvalAct(book: Schemas["Edition"] | null, key: string): string {
  return part(book, "approval")[key]?.act ?? key.replaceAll("-", " ");
}

function people(known: Known, roles: readonly string[]): Choice[] {
  return Object.entries(known.view?.people ?? {})
    .filter(([, one]) => roles.includes(one.role))
    .map(([id]) => ({ value: id, text: known.name(id) }));
}

const same = (values: readonly (string | number)[]): Choice[] =>
  values.map((one) => ({ value: String(one), text: String(one) }));

/** The choices of a field, or nothing where it is to be written. */
export function choicesOf(word: string, field: string, known: Known): Choice[] | null {
  const { view, sheet, book } = known;
  if (word === "relieve" && field === "person") return people(known, ["staff"]);
  if (word === "offer-cut" && field === "to") return people(known, ["staff", "player"]);
  if (word === "pass-cards" && field === "to") return people(known, ["player"]);
  if (word === "note-spectator") return null;
  if (ANYONE.has(word) && (field === "person" || field === "adviser"))
    return people(known, EVERYONE);
  if (WATCHED.has(word) && field === "person") return people(known, ["player", "spectator"]);
  if (field === "terminal") return people(known, ["terminal"]);
  if (PLAYERS.has(field)) return people(known, ["player"]);
  switch (field) {
    case "wager":
    case "area":
      return (sheet?.areas ?? []).map((one) => ({ value: one.id, text: told(one.name) }));
    case "game":
      return (sheet?.games ?? []).map((one) => ({ value: one.id, text: told(one.title) }));
    case "method":
      return (sheet?.methods ?? []).map((one) => ({ value: one.id, text: told(one.title) }));
    case "layout":
      return same(book?.layouts ?? []);
    case "place":
      return word === "open-table"
        ? null
        : [0, 1, 2].map((one) => ({ value: String(one), text: known.place(one) }));
    case "kind":
      return word === "post-notice" || word === "withdraw-notice"
        ? Object.keys(part(book, "notice")).map((one) => ({
            value: one,
            text: one.replaceAll("-", " "),
          }))
        : null;
    case "key":
      return Object.entries(part(book, "approval"))
        .filter(([, one]) => one.asked)
        .map(([key, one]) => ({ value: key, text: told(one.act ?? key) }));
    case "approval":
      return (view?.approvals ?? []).map((one) => ({
        value: String(one.number),
        text: `${one.number}: ${told(approvalAct(book, one.key))}`,
      }));
    case "duty":
      return (view?.duties ?? []).map((one) => ({
        value: String(one.number),
        text: told(one.what),
      }));
    case "matter":
      return (view?.matters ?? []).map((one) => ({
        value: String(one.number),
        text: `${one.number}: ${one.kind}, ${one.stage}`,
      }));
    case "number":
      return (view?.table.wagers ?? []).map((one) => ({
        value: String(one.number),
        text: `${one.number}: ${known.name(one.person)}, ${told(sheet?.areas.find((area) => area.id === one.wager)?.name ?? one.wager)}`,
      }));
    case "option": {
      const shoe = (book?.values as { shoe?: { burn?: { name: string }[] } } | undefined)?.shoe;
      return word === "burn-cards"
        ? (shoe?.burn ?? []).map((one) => ({ value: one.name, text: told(one.name) }))
        : null;
    }
    default:
      return null;
  }
}
