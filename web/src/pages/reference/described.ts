/** What the page reads of the description: examples, and where the viewer has a call. */
import { CALL } from "../../calls";

export interface Sample {
  lang: string;
  source: string;
}
interface Operation {
  operationId: string;
  tags?: string[];
  "x-codeSamples"?: Sample[];
}
export interface Described {
  paths: Record<string, Record<string, Operation>>;
}
export interface Shown {
  call: string;
  samples: Sample[];
}

/** Where the server of the examples stands; on the page it is the house that one is at. */
export const SERVER = "http://127.0.0.1:8000";

function every(described: Described): { call: string; operation: Operation }[] {
  return Object.entries(described.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/** The examples of the call asked for, or of every call that has any. */
export function examplesOf(described: Described, call: string | null, origin: string): Shown[] {
  const found = every(described).filter((one) => one.operation["x-codeSamples"]);
  const asked = found.filter((one) => one.call === call);
  return (asked.length > 0 ? asked : found).map((one) => ({
    call: one.call,
    samples: (one.operation["x-codeSamples"] ?? []).map((sample) => ({
      ...sample,
      source: sample.source.replaceAll(SERVER, origin),
    })),
  }));
}

/** The address at which the viewer opens a call; nothing where there is no such call. */
export function addressOf(described: Described, call: string | null): string | null {
  const one = every(described).find((found) => found.call === call);
  const tag = one?.operation.tags?.[0];
  if (!one || tag === undefined || call === null) return null;
  const query = `?${CALL}=${encodeURIComponent(call)}`;
  return `/reference${query}#/${encodeURIComponent(tag)}/${one.operation.operationId}`;
}
