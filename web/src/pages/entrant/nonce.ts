/** What makes a sealed wager unguessable: 32 bytes of chance, as hexadecimal digits. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
