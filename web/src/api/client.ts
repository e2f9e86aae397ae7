/** Requests: typed paths, problems as results, commands that may be given again safely. */
import createClient from "openapi-fetch";
import { patiently } from "./busy";
import { ofTab } from "./tab";
import { heardAt } from "./time";
import { t } from "../words/words.svelte";
import type { paths } from "./schema";
import type { Accepted, Command, CommandBody, Problem, Result, WagerStep } from "./types";

let cut = new AbortController();

/**
 * Wait no longer for the answer to anything that was given: the server is not there. What is only
 * read is waited for; a server that is slow with it may be silent meanwhile.
 */
export function cutOff(): void {
  cut.abort();
  cut = new AbortController();
}

export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: "same-origin",
  fetch: (request) => {
    const { method, signal } = request;
    const ends = method === "GET" ? signal : AbortSignal.any([signal, cut.signal]);
    return patiently(() => fetch(ofTab(request.clone()), { signal: ends }), ends);
  },
});

const TRIES = 3;
const PAUSE_MS = 400;

let whenSignedOut: () => void = () => {};

/** Say what is to be done when the server no longer knows the session. */
export function onSignedOut(act: () => void): void {
  whenSignedOut = act;
}

let whenUnanswered: () => void = () => {};

/** Say what is to be done when a request was not answered at all. */
export function onUnanswered(act: () => void): void {
  whenUnanswered = act;
}

/** A problem of our own, in the server's form. */
export function problem(code: string, sentence: string): Problem {
  return { code, sentence, clauses: [] };
}

/** The failure that says that nothing was sent or nothing came back. */
export function offline<T>(): Result<T> {
  return { ok: false, status: 0, problem: problem("offline", t("offline.unreached")) };
}

function isProblem(found: unknown): found is Problem {
  return typeof found === "object" && found !== null && "code" in found && "sentence" in found;
}

type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The answer to a request as a result; it never throws. */
export async function answer<T>(
  call: Call<T>,
  options: { stay?: boolean } = {},
): Promise<Result<NonNullable<T>>> {
  let given: Awaited<Call<T>>;
  try {
    given = await call;
  } catch {
    whenUnanswered();
    return offline();
  }
  const { data, error, response } = given;
  heardAt(response.headers.get("date"));
  if (response.ok) return { ok: true, value: data as NonNullable<T> };
  if (response.status === 401 && !options.stay) whenSignedOut();
  const said = isProblem(error) ? error : problem("unreadable", t("problem.unreadable"));
  return { ok: false, status: response.status, problem: said };
}

/** A new id for a command. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

export interface CommandOptions {
  /** The id, where the caller keeps it to give the command again. */
  id?: string;
  /** Asked before every try; nothing is sent where it says no. */
  allowed?: () => boolean;
  /** How long to wait before trying again. */
  pauseMs?: number;
}

/**
 * Give a table command. Where no answer came it is given again under the same id, so that the
 * table does it once whatever was lost on the way.
 */
export function command(
  table: string,
  body: Command,
  options: CommandOptions = {},
): Promise<Result<Accepted>> {
  const numbered = { ...body, command_id: options.id ?? newId() } as CommandBody;
  const params = { path: { name: table } };
  return given(() => api.POST("/api/tables/{name}/commands", { params, body: numbered }), options);
}

/** Do several things with one's wagers as one act: all of it is done, or nothing. */
export function together(
  table: string,
  steps: WagerStep[],
  options: CommandOptions = {},
): Promise<Result<Accepted>> {
  const body = { steps, command_id: options.id ?? newId() };
  const params = { path: { name: table } };
  return given(() => api.POST("/api/tables/{name}/wagers", { params, body }), options);
}

async function given(
  ask: () => Call<Accepted>,
  { allowed, pauseMs = PAUSE_MS }: CommandOptions,
): Promise<Result<Accepted>> {
  let last: Result<Accepted> = offline();
  for (let tried = 0; tried < TRIES; tried++) {
    if (allowed && !allowed()) return offline();
    if (tried > 0) await pause(pauseMs * tried);
    if (allowed && !allowed()) return offline();
    last = await answer(ask());
    if (last.ok || (last.status !== 0 && last.status !== 503)) return last;
  }
  return last;
}
