/** Where one is, and going elsewhere: the history of the browser, nothing more. */
import { match, type Params, type Route } from "./routes";

class Here {
  #path = $state(location.pathname);
  #search = $state(location.search);

  get path(): string {
    return this.#path;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#search);
  }

  get found(): { route: Route; params: Params } | null {
    return match(this.#path);
  }

  get page(): string | null {
    return this.found?.route.page ?? null;
  }

  get params(): Params {
    return this.found?.params ?? {};
  }

  read(): void {
    this.#path = location.pathname;
    this.#search = location.search;
  }
}

export const route = new Here();

/** Go to an address of ours. */
export function go(address: string, options: { replace?: boolean } = {}): void {
  const target = new URL(address, location.origin);
  if (target.origin !== location.origin) return;
  const to = target.pathname + target.search + target.hash;
  if (options.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  route.read();
  if (!target.hash) scrollTo(0, 0);
}

/** Take the clicks on links of ours, and the buttons of the browser. */
export function listen(): void {
  addEventListener("popstate", () => route.read());
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link?.href || link.target || link.hasAttribute("download")) return;
    const target = new URL(link.href, location.origin);
    if (target.origin !== location.origin || match(target.pathname) === null) return;
    if (target.pathname === location.pathname && target.hash) return;
    event.preventDefault();
    go(target.pathname + target.search + target.hash);
  });
}
