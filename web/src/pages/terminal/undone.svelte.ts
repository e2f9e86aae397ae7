/** What can be taken back at a terminal: of this coup, after a reload, and in another tab. */

/** A chip that was put on an area, and what lay there before. */
export interface Done {
  wager: string;
  box: number | null;
  number: number;
  before: number;
}

/** Where it is remembered. */
export interface Doings {
  done: readonly Done[];
}

/** For as long as the page lives. */
export class Remembered implements Doings {
  done: readonly Done[] = $state.raw([]);
}

/** Outside a browser nothing is kept. */
const storage = (): Storage | undefined => globalThis.localStorage;

interface Written {
  coup: string;
  done: readonly Done[];
}

function read(text: string | null): Written | null {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Written> | null;
    return typeof found?.coup === "string" && Array.isArray(found.done)
      ? { coup: found.coup, done: found.done }
      : null;
  } catch {
    return null;
  }
}

/** In the browser, for all tabs of it; what belongs to another coup counts no more. */
export class Kept implements Doings {
  #written: Written | null = $state.raw(null);
  readonly #name: string;
  readonly #coup: () => string;

  constructor(name: string, coup: () => string) {
    this.#name = name;
    this.#coup = coup;
    this.#written = read(storage()?.getItem(name) ?? null);
  }

  get done(): readonly Done[] {
    return this.#written?.coup === this.#coup() ? this.#written.done : [];
  }

  set done(done: readonly Done[]) {
    this.#written = { coup: this.#coup(), done };
    if (done.length === 0) storage()?.removeItem(this.#name);
    else storage()?.setItem(this.#name, JSON.stringify(this.#written));
  }

  /** Hear of what is done in another tab; the answer ends it. */
  follow(): () => void {
    const heard = (event: StorageEvent) => {
      if (event.key === this.#name) this.#written = read(event.newValue);
    };
    globalThis.addEventListener?.("storage", heard);
    return () => globalThis.removeEventListener?.("storage", heard);
  }
}
