/** The call behind each page: method and path of the interface, with the page's own parameters. */
import { href, type Params } from "./routes";

export interface Call {
  method: "GET" | "POST";
  /** The path as the interface describes it. */
  path: string;
}

const get = (path: string): Call => ({ method: "GET", path: `/api${path}` });

/** By page; what only signs in or shows parts of pages has none. */
export const CALLS: Readonly<Record<string, Call>> = {
  home: get("/lobby"),
  "sign-in": { method: "POST", path: "/api/session" },
  tables: get("/tables"),
  table: get("/tables/{name}"),
  terminal: get("/tables/{name}/sheet"),
  console: get("/tables/{name}/console"),
  pit: get("/pit"),
  links: get("/links"),
  link: get("/links/{link}"),
  terminals: get("/terminals"),
  promotions: get("/promotions"),
  promotion: get("/promotions/{promotion}"),
  tournaments: get("/tournaments"),
  tournament: get("/tournaments/{tournament}"),
  shift: get("/shift"),
  slip: get("/tables/{name}/float-slips/{number}"),
  history: get("/own/days"),
  several: get("/lobby"),
  compliance: get("/compliance/duties"),
  entrant: get("/tournaments/{tournament}/own"),
  board: get("/tournaments/{tournament}/board"),
  draws: get("/draws"),
  draw: get("/promotions/{promotion}/draw"),
  display: get("/tables/{name}/hall"),
  rules: get("/rulebooks"),
  rulebook: get("/rulebooks/{rulebook}/contents"),
  clause: get("/rulebooks/{rulebook}/clauses/{clause}/proof"),
  compare: get("/compare"),
  odds: get("/rulebooks/{rulebook}/edges"),
  replay: get("/tables/{name}/coups/{number}/replay"),
  verify: get("/tables/{name}/shoes/{number}/verification"),
  reference: get("/openapi.json"),
};

export const CALL = "call";

/** The address at which the API reference opens a call. */
export function reference(call: Call): string {
  return `${href("reference")}?${CALL}=${encodeURIComponent(`${call.method} ${call.path}`)}`;
}

/** A path with its parameters put in, as far as they are known. */
export const placed = (path: string, params: Params): string =>
  path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    return value === undefined ? place : encodeURIComponent(value);
  });
