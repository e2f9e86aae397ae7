/** What is announced on a felt. */
export interface Announcement {
  text: string;
  hue: string;
  note: string;
  /** Whether the server said it so, in the words of the rulebook. */
  english?: boolean;
}
