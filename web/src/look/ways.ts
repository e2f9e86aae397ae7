/** The pages a person may go to from where they are: those of the house, and those of the table. */
import type { Role } from "../api/types";
import { href, type Params, ROUTES } from "../routes";
import type { Word } from "../words/words.svelte";

export interface Way {
  page: string;
  text: Word;
  href: string;
  /** Whether one is there already. */
  here: boolean;
}

/** What is known of where one is; a table's things once the table was asked. */
export interface Where {
  page: string;
  params: Params;
  rulebook?: string | undefined;
  coup?: number | undefined;
  shoe?: number | undefined;
}

const WORDS = {
  pit: "pit.title",
  links: "links.title",
  promotions: "promotions.title",
  tables: "tables.title",
  rules: "rules.title",
  compare: "compare.title",
  draws: "draws.title",
  console: "tables.to.console",
  terminal: "tables.to.terminal",
  table: "tables.to.table",
  display: "tables.to.display",
  replay: "way.replay",
  verify: "replay.verify",
  rulebook: "way.rules",
  odds: "odds.title",
} as const satisfies Record<string, Word>;
type Page = keyof typeof WORDS;

/** Where a role works is not only who may look: a terminal is a player's. */
const ONLY: Partial<Record<Page, Role>> = { terminal: "player" };

function may(page: Page, role: Role | null): boolean {
  const only = ONLY[page];
  if (only !== undefined && only !== role) return false;
  const roles = ROUTES.find((one) => one.page === page)?.roles;
  return roles === undefined || (role !== null && roles.includes(role));
}

/** The name of the table a page is of. */
export const tableOf = (params: Params): string | undefined => params["name"] ?? params["table"];

/** The ways of the house, which are the same everywhere. */
export function houseWays(role: Role | null, at: Where): Way[] {
  const pages: Page[] = ["pit", "links", "tables", "rules", "compare", "draws"];
  return pages
    .filter((page) => may(page, role))
    .map((page) => ({ page, text: WORDS[page], href: href(page), here: at.page === page }));
}

/** The ways of the table one is at, and of its rulebook. */
export function nearWays(role: Role | null, at: Where): Way[] {
  const name = tableOf(at.params);
  const rulebook = at.rulebook ?? at.params["rulebook"];
  const found: [Page, Params][] = [];
  if (name !== undefined) {
    for (const page of ["console", "terminal", "table", "display"] as const)
      found.push([page, { name }]);
    if (at.coup !== undefined) found.push(["replay", { table: name, coup: String(at.coup) }]);
    if (at.shoe !== undefined) found.push(["verify", { table: name, shoe: String(at.shoe) }]);
  }
  if (rulebook !== undefined) {
    found.push(["rulebook", { rulebook }], ["odds", { rulebook }]);
  }
  return found
    .filter(([page]) => may(page, role))
    .map(([page, params]) => ({
      page,
      text: WORDS[page],
      href: href(page, params),
      here:
        page === at.page &&
        Object.entries(params).every(([key, value]) => at.params[key] === value),
    }));
}
