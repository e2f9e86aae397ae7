/** Whether what is shown is live: told by each followed table, shown by the bar at the top. */
import type { Status } from "./stream.svelte";

class Connection {
  #tables: Record<string, Status> = $state.raw({});
  /** The time zone of the house whose table is shown, in which the page tells times. */
  zone: string | undefined = $state();

  /** The worst of what the followed tables say. */
  get status(): Status {
    const all = Object.values(this.#tables);
    return (
      all.find((one) => one.kind === "offline") ??
      all.find((one) => one.kind === "back") ??
      all[0] ?? { kind: "live" }
    );
  }

  tell(table: string, status: Status): void {
    this.#tables = { ...this.#tables, [table]: status };
  }

  forget(table: string): void {
    const { [table]: _, ...others } = this.#tables;
    this.#tables = others;
  }
}

export const connection = new Connection();
