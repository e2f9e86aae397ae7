/** What is asked of the shelf once and kept: it does not change while the server runs. */
import { answer, api } from "../api/client";
import type { Book, Result, Schemas } from "../api/types";

export type Contents = Schemas["Contents"];
export type ClauseRow = Schemas["ClauseRow"];
export type Definition = Schemas["Term"];
export type Found = Schemas["Found"];

const kept = new Map<string, Promise<Result<unknown>>>();

function once<T>(key: string, ask: () => Promise<Result<T>>): Promise<Result<T>> {
  const before = kept.get(key) as Promise<Result<T>> | undefined;
  if (before) return before;
  const asked = ask();
  kept.set(key, asked);
  // What was not answered is asked again the next time.
  void asked.then((result) => {
    if (!result.ok) kept.delete(key);
  });
  return asked;
}

export function books(): Promise<Result<Book[]>> {
  return once("books", async () => {
    const found = await answer(api.GET("/api/rulebooks"));
    return found.ok ? { ok: true, value: found.value.rulebooks } : found;
  });
}

export function contentsOf(rulebook: string): Promise<Result<Contents>> {
  return once(`contents ${rulebook}`, () =>
    answer(api.GET("/api/rulebooks/{rulebook}/contents", { params: { path: { rulebook } } })),
  );
}

/** The definitions of a rulebook by their clauses. */
export function definitionsOf(rulebook: string): Promise<Result<Map<string, Definition>>> {
  return once(`definitions ${rulebook}`, async () => {
    const found = await answer(
      api.GET("/api/rulebooks/{rulebook}/definitions", { params: { path: { rulebook } } }),
    );
    if (!found.ok) return found;
    return {
      ok: true,
      value: new Map(found.value.definitions.map((one) => [one.clause, one])),
    };
  });
}

/** Clauses that have a text, the clause of that very number first, then those it begins. */
export function ranked(found: readonly Found[], text: string): Found[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ clause }: Found) => {
    const number = clause.clause.toLowerCase();
    if (number === wanted) return 0;
    return number.startsWith(wanted) ? 1 : 2;
  };
  return [...found].sort((one, other) => rank(one) - rank(other));
}

/** Look for a text in one rulebook, or in all. */
export async function find(text: string, rulebook?: string): Promise<Result<Found[]>> {
  const found = await answer(
    rulebook === undefined
      ? api.GET("/api/clauses", { params: { query: { find: text } } })
      : api.GET("/api/rulebooks/{rulebook}/clauses", {
          params: { path: { rulebook }, query: { find: text } },
        }),
  );
  return found.ok ? { ok: true, value: ranked(found.value.clauses, text) } : found;
}
