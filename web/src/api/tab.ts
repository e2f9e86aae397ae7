/** A session of this tab alone, beside the one that the tabs of a browser share. */

const KEPT = "pitboss.tab";
const BYTES = 6;

/** The header by which the server is told whose session is meant. */
export const TAB_HEADER = "pitboss-tab";

/** The name of this tab, where it has a session of its own. */
export const tab = (): string | null =>
  // Outside a browser there is no tab.
  typeof sessionStorage === "undefined" ? null : sessionStorage.getItem(KEPT);

/** From here on this tab has a session of its own. */
export function ownTab(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const name = tab() ?? Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(KEPT, name);
  return name;
}

/** This tab shares the browser's session again. */
export const shareTab = (): void => sessionStorage.removeItem(KEPT);

/** A request that says whose session is meant. */
export function ofTab(request: Request): Request {
  const name = tab();
  if (name !== null) request.headers.set(TAB_HEADER, name);
  return request;
}

/** The address of a stream or of a file, which can send no header. */
export function addressOfTab(path: string): string {
  const name = tab();
  if (name === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}tab=${name}`;
}
