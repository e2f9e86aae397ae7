/** Short names for the parts of the interface that pages speak of. */
import type { components } from "./schema";

export type Schemas = components["schemas"];

export type Problem = Schemas["Problem"];
export type Signed = Schemas["Signed"];
export type Role = Signed["role"];
export type View = Schemas["View"];
export type DisplayView = Schemas["DisplayView"];
export type PlayerView = Schemas["PlayerView"];
export type StaffView = Schemas["StaffView"];
export type SeenEvent = Schemas["SeenEvent"];
export type Accepted = Schemas["Accepted"];
export type WagerStep = Schemas["WagerStep"];
export type CommandBody = Schemas["CommandBody"];
export type TableRow = Schemas["TableRow"];
export type Book = Schemas["Book"];
/** What a stream carries beside the view, by the name of the route that answers the same. */
export interface Parts {
  sheet: Schemas["Sheet"];
  draws: Schemas["DrawsNow"];
  coup: Schemas["CoupTold"];
  own: Schemas["OwnNow"];
  roads: Schemas["Roads"];
  next: Schemas["HouseAct"];
  /** Nothing where the table feeds no pool with others. */
  pool: Schemas["PoolNow"] | null;
  /** Nothing where the caller is no terminal of the table. */
  terminal: Schemas["TerminalSeen"] | null;
  /** Nothing where the table has no terminals. */
  period: Schemas["PeriodTold"] | null;
  hall: Schemas["HallSeen"] | null;
}
export type PartName = keyof Parts;
export type Update = Omit<Schemas["Update"], "events" | "view" | "parts"> & {
  events: SeenEvent[];
  view: View;
  parts?: Partial<Parts>;
};
export type Beat = Omit<Schemas["Beat"], "parts"> & { parts?: Partial<Parts> };
export type Reread = Omit<Schemas["Reread"], "view" | "parts"> & {
  view: View;
  parts?: Partial<Parts>;
};

type Unnumbered<T> = T extends unknown ? Omit<T, "command_id"> : never;

/** A command without its id, which is made when it is given. */
export type Command = Unnumbered<CommandBody>;

/** What was asked, or why not. */
export type Result<T> = { ok: true; value: T } | { ok: false; status: number; problem: Problem };

/** The display's part of any view. */
export function displayOf(view: View): DisplayView {
  return "display" in view ? view.display : view;
}
