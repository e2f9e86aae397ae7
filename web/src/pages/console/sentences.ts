/** Cards in the sentences of the server. */

export type Piece = { card: string } | { text: string };

const CARD = /\b[A2-9TJQK][cdhs]\b/g;

/**
 * The pieces of a sentence: cards as the server writes them, and the text between. A word that
 * begins a sentence ("As", "Ah") is no card.
 */
export function pieces(sentence: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(CARD)) {
    const card = match[0];
    const before = sentence.slice(0, match.index).trimEnd();
    const begins = before === "" || /[.:;]$/.test(before);
    const after = sentence.slice(match.index + card.length);
    if (card.startsWith("A") && begins && /^ [A-Za-z]/.test(after)) continue;
    if (match.index > from) found.push({ text: sentence.slice(from, match.index) });
    found.push({ card });
    from = match.index + card.length;
  }
  if (from < sentence.length) found.push({ text: sentence.slice(from) });
  return found;
}
