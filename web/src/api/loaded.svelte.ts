/** Something asked of the server while a component is made, and asked again on demand. */
import { onDestroy, untrack } from "svelte";
import { connection } from "./connection.svelte";
import type { Problem, Result } from "./types";

export interface Loaded<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  again(): Promise<void>;
}

/** Ask now; what is read inside `ask` before its first await is not followed. */
export function loaded<T>(ask: () => Promise<Result<T>>): Loaded<T> {
  let value = $state.raw<T | null>(null);
  let problem = $state.raw<Problem | null>(null);
  let loading = $state(true);
  let newest = 0;

  async function again(): Promise<void> {
    const mine = ++newest;
    loading = true;
    const result = await ask();
    if (mine !== newest) return;
    loading = false;
    problem = result.ok ? null : result.problem;
    if (result.ok) value = result.value;
  }

  void again();
  // What could not be had while the server was away is asked for when it is back.
  $effect(() => {
    if (connection.returns > 0) untrack(() => void (problem?.code === "offline" && again()));
  });
  return {
    get value() {
      return value;
    },
    get problem() {
      return problem;
    },
    get loading() {
      return loading;
    },
    again,
  };
}

/**
 * The same, asked again every so often while somebody looks at it: what others do is seen. Nothing
 * is asked while `busy`, since what is being done is read when it is done.
 */
export function kept<T>(
  ask: () => Promise<Result<T>>,
  everyMs: number,
  busy: () => boolean = () => false,
): Loaded<T> {
  const found = loaded(ask);
  const every = setInterval(() => {
    if (document.visibilityState === "visible" && !busy()) void found.again();
  }, everyMs);
  onDestroy(() => clearInterval(every));
  return found;
}
