/** One's named sets of wagers, as the service keeps them. */
import { answer, api } from "../../api/client";
import type { Problem, Result, Schemas } from "../../api/types";
import type { Line } from "./bets.svelte";

export type Favourite = Schemas["Favourite"];

export class Favourites {
  sets: readonly Favourite[] = $state.raw([]);
  /** Whether they were read. */
  read = $state(false);
  problem: Problem | null = $state.raw(null);
  readonly #rulebook: string;

  constructor(rulebook: string) {
    this.#rulebook = rulebook;
    void this.#take(answer(api.GET("/api/own/favourites")));
  }

  keep(name: string, lines: readonly Line[]): Promise<boolean> {
    const stakes = lines.map(({ box, ...line }) => ({ ...line, ...(box == null ? {} : { box }) }));
    const body = { rulebook: this.#rulebook, name, stakes };
    return this.#take(answer(api.PUT("/api/own/favourites", { body })));
  }

  drop(name: string): Promise<boolean> {
    const params = { path: { rulebook: this.#rulebook }, query: { name } };
    return this.#take(answer(api.DELETE("/api/own/favourites/{rulebook}", { params })));
  }

  async #take(asked: Promise<Result<Schemas["FavouriteList"]>>): Promise<boolean> {
    const found = await asked;
    this.read = true;
    this.problem = found.ok ? null : found.problem;
    if (found.ok)
      this.sets = found.value.favourites.filter((one) => one.rulebook === this.#rulebook);
    return found.ok;
  }
}
