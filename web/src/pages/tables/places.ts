/** Which pages of a table a role may open, the one where it works first. */
import type { Role } from "../../api/types";
import { ROUTES } from "../../routes";

export type Place = "terminal" | "console" | "table" | "display";

const ORDER: Partial<Record<Role, readonly Place[]>> = {
  player: ["terminal", "table", "display"],
  staff: ["console", "table", "display"],
  display: ["display"],
};
const WATCH: readonly Place[] = ["table", "display"];

/** Its places, as far as the routes let it in. */
export function placesOf(role: Role): Place[] {
  return (ORDER[role] ?? WATCH).filter((place) =>
    ROUTES.find((one) => one.page === place)?.roles?.includes(role),
  );
}
