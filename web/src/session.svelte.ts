/** Who is signed in, and where they begin. */
import { isAway, steadily } from "./api/again";
import { answer, api, onSignedOut } from "./api/client";
import { ownTab, shareTab, tab } from "./api/tab";
import type { Result, Schemas, Signed } from "./api/types";
import { go } from "./router.svelte";
import { href } from "./routes";

const KEPT = "pitboss.signed-in";
const NOBODY = 401;
const BUSY = 429;
const STANDS_MS = 2000;
/** Tabs of one browser share the session: each tells the others when it changes. */
const CHANNEL = "pitboss.session";
/** Where it is kept that somebody is signed in: for a tab with a session of its own, there alone. */
const kept = (): Storage => (tab() === null ? localStorage : sessionStorage);

/** Whether this page is still for whom it was: asked of the server. */
export type Standing = "same" | "changed" | "over" | "away";

const same = (one: Signed, other: Signed): boolean =>
  one.person === other.person && one.role === other.role && one.rank === other.rank;

class Session {
  signed: Signed | null = $state.raw(null);
  /** Whether it is known who is signed in. */
  known = $state(false);
  /** Whether the server was asked who is signed in and has not said. */
  unreached = $state(false);
  /** What happened to the session without this page; nothing where all is as it was. */
  moved: { kind: "changed" | "left" | "over" } | null = $state.raw(null);
  #asked = false;
  /** Whose page this is or was. */
  #whose: Signed | null = null;
  #standing: Promise<Standing> | null = null;
  readonly #tabs = new BroadcastChannel(CHANNEL);

  /** Whether someone has signed in here and not out again. */
  get likely(): boolean {
    return kept().getItem(KEPT) !== null;
  }

  constructor() {
    onSignedOut(() => {
      if (!this.#over("over")) return;
      go(`/sign-in?back=${encodeURIComponent(location.pathname + location.search)}`);
    });
    this.#tabs.onmessage = ({ data }: MessageEvent<Signed | null>) => {
      if (tab() !== null) return;
      if (data !== null) this.#is(data);
      else this.#over("left");
    };
  }

  /** Nobody is signed in any more: signed out of in another tab, or ended. */
  #over(kind: "left" | "over"): boolean {
    const was = this.signed !== null;
    if (was) this.moved = { kind };
    this.#set(null);
    return was;
  }

  /** The server, or another tab, says who is signed in. */
  #is(signed: Signed): Standing {
    const whose = this.#whose;
    const changed = whose !== null && !same(whose, signed);
    if (this.known) this.#set(signed);
    this.moved = changed ? { kind: "changed" } : null;
    return changed ? "changed" : "same";
  }

  /** Go on as who is signed in now. */
  goOn(): void {
    this.moved = null;
    this.#whose = this.signed;
  }

  /** Ask the server who is signed in, and take what it says; many may ask at once. */
  stands(): Promise<Standing> {
    this.#standing ??= this.#stands().finally(() => (this.#standing = null));
    return this.#standing;
  }

  async #stands(): Promise<Standing> {
    const found = await this.#who(AbortSignal.timeout(STANDS_MS));
    if (found.ok) return this.#whose === null ? "same" : this.#is(found.value);
    if (found.status === NOBODY) {
      // Whoever looks on without an account goes on looking.
      if (this.#whose === null && this.signed === null) return "same";
      this.#over("over");
      return "over";
    }
    return isAway(found.status) && found.status !== BUSY ? "away" : "same";
  }

  #who(signal: AbortSignal): Promise<Result<Signed>> {
    return answer(api.GET("/api/session", { signal }), { stay: true });
  }

  #set(signed: Signed | null): void {
    this.signed = signed;
    if (signed !== null) this.#whose ??= signed;
    if (signed === null) kept().removeItem(KEPT);
    else kept().setItem(KEPT, "yes");
  }

  /**
   * Find out who is signed in, once. On a page for anyone the server is asked only where someone
   * has signed in here before: otherwise it would refuse every visitor's first request.
   */
  async begin(needed: boolean): Promise<void> {
    if (this.known || this.#asked) return;
    if (!needed && !this.likely) return;
    this.#asked = true;
    // Only 401 says that nobody is signed in; after any other failure it is asked again.
    const found = await steadily(
      (signal) => this.#ask(signal),
      () => !this.known,
      (status) => status !== NOBODY,
    );
    // Who signed in meanwhile is not put out by the answer to an older question.
    if (this.known) return;
    this.#set(found.ok ? found.value : null);
    this.known = true;
  }

  async #ask(signal: AbortSignal): Promise<Result<Signed>> {
    const found = await this.#who(signal);
    this.unreached = !this.known && !found.ok && found.status !== NOBODY;
    return found;
  }

  async signIn(body: Schemas["SignIn"]): Promise<Result<Signed>> {
    const found = await answer(api.POST("/api/session", { body }), { stay: true });
    if (found.ok) this.#taken(found.value);
    return found;
  }

  /** Come in to the demonstration as somebody of it, in this tab alone. */
  async enter(body: Schemas["DemoSignIn"]): Promise<Result<Signed>> {
    const before = tab();
    ownTab();
    const found = await answer(api.POST("/api/session/demo", { body }), { stay: true });
    if (found.ok) this.#taken(found.value);
    else if (before === null) shareTab();
    return found;
  }

  async changePassword(body: Schemas["NewPassword"]): Promise<Result<Signed>> {
    const found = await answer(api.POST("/api/session/password", { body }), { stay: true });
    if (found.ok) this.#taken(found.value);
    return found;
  }

  #taken({ token: _, ...signed }: Signed): void {
    this.known = true;
    this.unreached = false;
    this.#set(signed);
    this.goOn();
    if (tab() === null) this.#tabs.postMessage(signed);
  }

  /** Sign out; where the server was not reached one is signed in still, and stays. */
  async signOut(): Promise<void> {
    const done = await answer(api.DELETE("/api/session"), { stay: true });
    if (!done.ok && done.status !== NOBODY) return;
    const shared = tab() === null;
    if (shared) this.#tabs.postMessage(null);
    this.#set(null);
    this.goOn();
    if (!shared) shareTab();
    go(shared ? "/sign-in" : "/");
  }
}

export const session = new Session();

/** The lowest rank deals; that is told by the ladder of a rulebook of the house. */
async function deals(signed: Signed): Promise<boolean> {
  const shelf = await answer(api.GET("/api/rulebooks"));
  if (!shelf.ok) return false;
  const own = shelf.value.rulebooks.find((book) => book.house === signed.house && book.tables);
  if (!own) return false;
  const edition = await answer(
    api.GET("/api/rulebooks/{rulebook}", { params: { path: { rulebook: own.rulebook } } }),
  );
  return edition.ok && edition.value.ranks[0] === signed.rank;
}

/** The address at which a person begins. */
export async function landing(signed: Signed): Promise<string> {
  const tables = await answer(api.GET("/api/tables"));
  const open = tables.ok ? tables.value.tables : [];
  const name = (open.find((one) => one.open) ?? open[0])?.table;
  const at = (page: string) => (name === undefined ? "/tables" : href(page, { name }));
  switch (signed.role) {
    case "player":
      return at("terminal");
    case "display":
      return at("display");
    case "staff":
      return (await deals(signed)) ? at("console") : "/pit";
    default:
      return "/pit";
  }
}

/** An address to go back to, if it is one of ours. */
export function backFrom(query: URLSearchParams): string | null {
  const back = query.get("back");
  return back && back.startsWith("/") && !back.startsWith("//") && !back.startsWith("/\\")
    ? back
    : null;
}
