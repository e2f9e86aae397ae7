/** A published draw run again: from its entries, its secret and the word said in public. */
import type { Schemas } from "../../api/types";
import { sha256 } from "../../look/sha256";

export type Draw = Schemas["DrawSeen"];

export interface Again {
  entries: boolean;
  committed: boolean;
  winners: (string | null)[];
  same: boolean;
}

const BLOCK = 64;
const text = (said: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(said);
const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** HMAC-SHA256, of a key no longer than a block. */
async function hmac(key: Uint8Array, said: Uint8Array): Promise<string> {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const inner = await sha256(
    joined(
      padded.map((one) => one ^ 0x36),
      said,
    ),
  );
  return sha256(
    joined(
      padded.map((one) => one ^ 0x5c),
      bytes(inner),
    ),
  );
}

/** The digest of the entries, each with the digest before it. */
export async function digestOf(entries: Draw["entries"]): Promise<string> {
  let digest = "";
  for (const { entrant, tickets = 1 } of entries) {
    digest = await sha256(text(`${digest}\n${entrant}\n${tickets}\n`));
  }
  return digest;
}

/** Who wins each prize; nobody wins two. */
async function winnersOf(draw: Draw, seed: Uint8Array): Promise<(string | null)[]> {
  const tickets = draw.entries.flatMap(({ entrant, tickets: count = 1 }) =>
    Array.from({ length: count }, () => entrant),
  );
  const left = new Set(draw.present === null ? tickets : draw.present);
  const found: (string | null)[] = [];
  const range = 1n << 256n;
  const fair = tickets.length === 0 ? 0n : range - (range % BigInt(tickets.length));
  for (let place = 0n; found.length < draw.prizes.length && left.size > 0; place++) {
    const counter = bytes(place.toString(16).padStart(16, "0"));
    const number = BigInt(`0x${await hmac(seed, counter)}`);
    if (number >= fair) continue;
    const winner = tickets[Number(number % BigInt(tickets.length))];
    if (winner !== undefined && left.delete(winner)) found.push(winner);
  }
  return [...found, ...draw.prizes.slice(found.length).map(() => null)];
}

/** Everything checked; nothing while the draw is not open. */
export async function again(draw: Draw): Promise<Again | null> {
  if (draw.secret === null) return null;
  const digest = await digestOf(draw.entries);
  const committed = (await sha256(bytes(draw.secret))) === draw.commitment;
  const seed = await sha256(joined(bytes(draw.secret), text(digest), text(`\n${draw.word}`)));
  const winners = await winnersOf(draw, bytes(seed));
  const same = winners.every((one, place) => one === draw.winners[place]);
  return { entries: digest === draw.digest, committed, winners, same };
}
