/** A simulation that runs on the server: started, followed, stopped, and taken up again. */
import { addressOfTab } from "../../api/tab";
import { onDestroy } from "svelte";
import { answer, api } from "../../api/client";
import type { Problem, Schemas } from "../../api/types";
import { say } from "../../look/announce.svelte";
import { named } from "../../words/format";

type Simulation = Schemas["Simulation"];
type Asked = Schemas["AskSimulation"];

const AGAIN_MS = 1000;

export const isOver = (one: Simulation): boolean =>
  one.state !== "waiting" && one.state !== "running";

export class SimulationRun {
  shown: Simulation | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  #socket: WebSocket | null = null;

  constructor() {
    onDestroy(() => this.#socket?.close());
  }

  readonly running = $derived.by(() => this.shown !== null && !isOver(this.shown));

  /** One that runs already, asked for here before, is taken up again. */
  async takeUp(rulebook: string): Promise<void> {
    const result = await answer(api.GET("/api/simulations"));
    if (!result.ok || this.shown) return;
    const mine = result.value.simulations.find((one) => one.rulebook === rulebook && !isOver(one));
    if (mine) this.#show(mine);
  }

  async start(rulebook: string, body: Asked): Promise<void> {
    this.problem = null;
    const result = await answer(
      api.POST("/api/rulebooks/{rulebook}/simulations", { params: { path: { rulebook } }, body }),
    );
    if (result.ok) this.#show(result.value);
    else this.problem = result.problem;
  }

  async stop(): Promise<void> {
    if (!this.shown) return;
    const path = { number: this.shown.id };
    const result = await answer(api.DELETE("/api/simulations/{number}", { params: { path } }));
    if (!result.ok) this.problem = result.problem;
  }

  #show(one: Simulation): void {
    this.shown = one;
    this.#follow(one.id);
  }

  #follow(id: string): void {
    this.#socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(
      `${scheme}://${location.host}${addressOfTab(`/api/simulations/${id}/stream`)}`,
    );
    this.#socket = mine;
    mine.onmessage = (event) => {
      const told = JSON.parse(String(event.data)) as Simulation;
      if (this.#socket !== mine) return;
      this.shown = told;
      if (isOver(told)) say(named("odds.state", told.state));
    };
    mine.onclose = () => {
      // The stream ends with the last word; where it broke before, the word is asked for.
      if (this.#socket === mine && this.running) void this.#reread(id);
    };
  }

  async #reread(id: string): Promise<void> {
    const path = { number: id };
    const result = await answer(api.GET("/api/simulations/{number}", { params: { path } }));
    if (!result.ok) return;
    this.shown = result.value;
    if (!isOver(result.value)) setTimeout(() => this.#follow(id), AGAIN_MS);
  }
}
