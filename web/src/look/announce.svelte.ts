/** What is read out: politely, or at once. */
import { untrack } from "svelte";

class Announcements {
  polite = $state("");
  assertive = $state("");
}

export const announcements = new Announcements();

// A live region is silent when the same sentence is put in again.
const anew = (before: string, sentence: string) =>
  before === sentence ? `${sentence}\u00A0` : sentence;

/** Read a sentence out when what is being read is over. */
export function say(sentence: string): void {
  announcements.polite = anew(
    untrack(() => announcements.polite),
    sentence,
  );
}

/** Read a sentence out at once. */
export function interrupt(sentence: string): void {
  announcements.assertive = anew(
    untrack(() => announcements.assertive),
    sentence,
  );
}
