/** That the server was not reached is no longer so when it is back: such a slip goes by itself. */
import { untrack } from "svelte";
import { connection } from "../api/connection.svelte";
import type { Problem } from "../api/types";

/** Whether what a slip says is over; `close` is then called. For while a component is made. */
export function past(problem: () => Problem, close: () => void): { readonly over: boolean } {
  let since = connection.returns;
  let said: Problem | undefined;
  const over = $derived.by(() => {
    const now = problem();
    if (now !== said) since = untrack(() => connection.returns);
    said = now;
    return now.code === "offline" && connection.returns > since;
  });
  $effect(() => {
    if (over) untrack(close);
  });
  return {
    get over() {
      return over;
    },
  };
}
