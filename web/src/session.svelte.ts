/** Who is signed in, and where they begin. */
import { steadily } from "./api/again";
import { answer, api, onSignedOut } from "./api/client";
import type { Result, Schemas, Signed } from "./api/types";
import { go } from "./router.svelte";
import { href } from "./routes";

const KEPT = "pitboss.signed-in";
const NOBODY = 401;

class Session {
  signed: Signed | null = $state.raw(null);
  /** Whether it is known who is signed in. */
  known = $state(false);
  /** Whether the server was asked who is signed in and has not said. */
  unreached = $state(false);
  #asked = false;

  /** Whether someone has signed in here and not out again. */
  get likely(): boolean {
    return localStorage.getItem(KEPT) !== null;
  }

  constructor() {
    onSignedOut(() => {
      const was = this.signed !== null;
      this.#set(null);
      if (was) go(`/sign-in?back=${encodeURIComponent(location.pathname + location.search)}`);
    });
  }

  #set(signed: Signed | null): void {
    this.signed = signed;
    if (signed === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "yes");
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
    const found = await answer(api.GET("/api/session", { signal }), { stay: true });
    this.unreached = !this.known && !found.ok && found.status !== NOBODY;
    return found;
  }

  async signIn(body: Schemas["SignIn"]): Promise<Result<Signed>> {
    const found = await answer(api.POST("/api/session", { body }), { stay: true });
    if (found.ok) this.#taken(found.value);
    return found;
  }

  async changePassword(body: Schemas["NewPassword"]): Promise<Result<Signed>> {
    const found = await answer(api.POST("/api/session/password", { body }), { stay: true });
    if (found.ok) this.#taken(found.value);
    return found;
  }

  #taken(signed: Signed): void {
    this.known = true;
    this.unreached = false;
    this.#set(signed);
  }

  async signOut(): Promise<void> {
    await answer(api.DELETE("/api/session"), { stay: true });
    this.#set(null);
    go("/sign-in");
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
