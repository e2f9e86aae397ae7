/** Limits that the conditions change during a session: which of them may hold now. */
import { centsOf } from "../../look/money";
import { type Conditions, linesOf } from "./conditions";

export type Step = { after: number; minimum_cents: number; maximum_cents: number };

type Played = {
  coups?: number;
  minimum_cents?: number;
  maximum_cents?: number | null;
};

/** The steps whose stage has come and whose limits are not those that hold, the last first. */
export function dueSteps(conditions: Conditions, session: Played): Step[] {
  return linesOf(conditions, "limit_steps")
    .map((line) => ({
      after: Number(line["after"]),
      minimum_cents: centsOf(line["minimum"] ?? "") ?? 0,
      maximum_cents: centsOf(line["maximum"] ?? "") ?? 0,
    }))
    .filter(
      (step) =>
        step.after <= (session.coups ?? 0) &&
        step.minimum_cents > 0 &&
        !(
          step.minimum_cents === session.minimum_cents &&
          step.maximum_cents === session.maximum_cents
        ),
    )
    .toReversed()
    .slice(0, 1);
}
