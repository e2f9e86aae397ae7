/** The addresses there are. The server has the first parts of them as well (`api/page.py`). */
import type { Component } from "svelte";
import type { Role } from "./api/types";

export type Params = Record<string, string>;
export type PageModule = { default: Component<{ params: never }> };

export interface Route {
  page: string;
  path: string;
  /** Who may see it; left out: anyone. */
  roles?: readonly Role[];
  /** Where the house shows its tables to anyone, this page is for anyone too. */
  spectators?: boolean;
  load: () => Promise<unknown>;
}

const SIGNED_IN: readonly Role[] = ["staff", "player", "inspector", "surveillance", "display"];
const HOUSE: readonly Role[] = ["staff", "inspector", "surveillance"];

export const ROUTES: readonly Route[] = [
  { page: "home", path: "/", load: () => import("./pages/home/Page.svelte") },
  { page: "sign-in", path: "/sign-in", load: () => import("./pages/sign-in/Page.svelte") },
  {
    page: "tables",
    path: "/tables",
    roles: SIGNED_IN,
    load: () => import("./pages/tables/Page.svelte"),
  },
  {
    page: "table",
    path: "/table/:name",
    roles: SIGNED_IN,
    load: () => import("./pages/table/Page.svelte"),
  },
  {
    page: "terminal",
    path: "/terminal/:name",
    roles: SIGNED_IN,
    load: () => import("./pages/terminal/Page.svelte"),
  },
  {
    page: "several",
    path: "/several",
    roles: ["player"],
    load: () => import("./pages/terminal/several/Page.svelte"),
  },
  {
    page: "history",
    path: "/history",
    roles: ["player"],
    load: () => import("./pages/history/Page.svelte"),
  },
  {
    page: "console",
    path: "/console/:name",
    roles: ["staff"],
    load: () => import("./pages/console/Page.svelte"),
  },
  { page: "pit", path: "/pit", roles: HOUSE, load: () => import("./pages/pit/Page.svelte") },
  {
    page: "links",
    path: "/pit/links",
    roles: HOUSE,
    load: () => import("./pages/links/Page.svelte"),
  },
  {
    page: "link",
    path: "/pit/links/:link",
    roles: HOUSE,
    load: () => import("./pages/link/Page.svelte"),
  },
  {
    page: "terminals",
    path: "/pit/terminals",
    roles: HOUSE,
    load: () => import("./pages/terminals/Page.svelte"),
  },
  {
    page: "promotions",
    path: "/pit/promotions",
    roles: HOUSE,
    load: () => import("./pages/promotions/Page.svelte"),
  },
  {
    page: "promotion",
    path: "/pit/promotions/:promotion",
    roles: HOUSE,
    load: () => import("./pages/promotion/Page.svelte"),
  },
  {
    page: "tournaments",
    path: "/pit/tournaments",
    roles: HOUSE,
    load: () => import("./pages/tournaments/Page.svelte"),
  },
  {
    page: "tournament",
    path: "/pit/tournaments/:tournament",
    roles: HOUSE,
    load: () => import("./pages/tournament/Page.svelte"),
  },
  {
    page: "shift",
    path: "/pit/shift",
    roles: HOUSE,
    load: () => import("./pages/shift/Page.svelte"),
  },
  {
    page: "slip",
    path: "/pit/slips/:name/:number",
    roles: HOUSE,
    load: () => import("./pages/slip/Page.svelte"),
  },
  {
    page: "compliance",
    path: "/pit/compliance",
    roles: HOUSE,
    load: () => import("./pages/compliance/Page.svelte"),
  },
  {
    page: "entrant",
    path: "/tournament/:tournament",
    roles: ["player"],
    load: () => import("./pages/entrant/Page.svelte"),
  },
  {
    page: "board",
    path: "/board/:tournament",
    load: () => import("./pages/board/Page.svelte"),
  },
  { page: "draws", path: "/draw", load: () => import("./pages/draws/Page.svelte") },
  {
    page: "draw",
    path: "/draw/:promotion",
    load: () => import("./pages/draw/Page.svelte"),
  },
  {
    page: "display",
    path: "/display/:name",
    roles: SIGNED_IN,
    spectators: true,
    load: () => import("./pages/display/Page.svelte"),
  },
  { page: "rules", path: "/rules", load: () => import("./pages/rules/Page.svelte") },
  {
    page: "rulebook",
    path: "/rules/:rulebook",
    load: () => import("./pages/rulebook/Page.svelte"),
  },
  {
    page: "clause",
    path: "/rules/:rulebook/:clause",
    load: () => import("./pages/clause/Page.svelte"),
  },
  { page: "compare", path: "/compare", load: () => import("./pages/compare/Page.svelte") },
  {
    page: "odds",
    path: "/odds/:rulebook",
    roles: HOUSE,
    load: () => import("./pages/odds/Page.svelte"),
  },
  {
    page: "replay",
    path: "/replay/:table/:coup",
    roles: SIGNED_IN,
    load: () => import("./pages/replay/Page.svelte"),
  },
  {
    page: "verify",
    path: "/verify/:table/:shoe",
    load: () => import("./pages/verify/Page.svelte"),
  },
  {
    page: "reference",
    path: "/reference",
    load: () => import("./pages/reference/Page.svelte"),
  },
  { page: "parts", path: "/parts", load: () => import("./pages/parts/Page.svelte") },
];

const split = (path: string) => path.split("/").filter((part) => part !== "");

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The route of an address and its parameters; nothing where there is none. */
export function match(path: string): { route: Route; params: Params } | null {
  const parts = split(path);
  for (const route of ROUTES) {
    const wanted = split(route.path);
    if (wanted.length !== parts.length) continue;
    const params: Params = {};
    const fits = wanted.every((word, place) => {
      const part = parts[place] ?? "";
      if (!word.startsWith(":")) return word === part;
      const value = decoded(part);
      if (value === null) return false;
      params[word.slice(1)] = value;
      return true;
    });
    if (fits) return { route, params };
  }
  return null;
}

/** The address of a page with these parameters. */
export function href(page: string, params: Params = {}): string {
  const route = ROUTES.find((one) => one.page === page);
  if (!route) throw new Error(`there is no page ${page}`);
  return route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the page ${page} needs ${name}`);
    return encodeURIComponent(value);
  });
}
