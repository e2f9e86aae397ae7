/**
 * SHA-256. The browser's own is taken where it is; a page that came over plain HTTP from another
 * machine has none, and is then checked by the same sum written out (FIPS 180-4).
 */
const firstPrimes = (wanted: number): number[] => {
  const found: number[] = [];
  for (let one = 2; found.length < wanted; one++) {
    if (found.every((prime) => one % prime !== 0)) found.push(one);
  }
  return found;
};
const fractional = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const PRIMES = firstPrimes(64);
const ROUNDS = PRIMES.map((prime) => fractional(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fractional(Math.sqrt(prime)));

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The sum written out. */
export function written(data: Uint8Array): Uint8Array {
  const length = Math.ceil((data.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(length - 4, (data.length << 3) >>> 0);

  const hash = [...START];
  const words = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let place = 0; place < 16; place++) words[place] = view.getUint32(block + place * 4);
    for (let place = 16; place < 64; place++) {
      const early = words[place - 15]!;
      const late = words[place - 2]!;
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[place] = words[place - 16]! + small + words[place - 7]! + large;
    }
    let [a, b, c, d, e, f, g, h] = hash as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let place = 0; place < 64; place++) {
      const choice = (e & f) ^ (~e & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const first =
        (h +
          (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
          choice +
          ROUNDS[place]! +
          words[place]!) |
        0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      hash[place] = (hash[place]! + word) >>> 0;
    });
  }
  const sum = new Uint8Array(32);
  const out = new DataView(sum.buffer);
  hash.forEach((word, place) => out.setUint32(place * 4, word));
  return sum;
}

/** The sum of some bytes in hexadecimal, by the browser where it can. */
export async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  const sum = subtle ? new Uint8Array(await subtle.digest("SHA-256", data)) : written(data);
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
