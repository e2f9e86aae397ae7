/** The chip in hand: it follows a fine pointer over the areas, and can be dragged onto one. */
import { onDestroy } from "svelte";
import { opened } from "../../look/keys";
import type { Play } from "./play.svelte";

/** The button that drags, among `buttons`. */
const MAIN = 1;
/** A press that moves less than this is a tap. */
const DRAG_PX = 6;

export interface Pointed {
  clientX: number;
  clientY: number;
  pointerId: number;
  pointerType: string;
  button: number;
  buttons: number;
}

export interface Given {
  /** The area at a place of the screen. */
  areaAt: (x: number, y: number) => string | null;
  choose: (cents: number) => void;
  place: (area: string) => void;
}

export class Held {
  /** The chip that was picked up; nothing where none is in hand. */
  cents = $state(0);
  /** Where the pointer is, while it is to be seen there. */
  at: { x: number; y: number } | null = $state.raw(null);
  /** The area under the chip. */
  over: string | null = $state(null);
  dragged = $state(false);
  /** Whose press it is, and where it began. */
  #pressed: { pointer: number; x: number; y: number } | null = null;
  #over: (() => void) | null = null;
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** A chip of the picker is pressed. */
  lift(cents: number, pointer: Pointed): void {
    if (pointer.button !== 0 || this.#others(pointer)) return;
    this.drop();
    this.cents = cents;
    this.#pressed = { pointer: pointer.pointerId, x: pointer.clientX, y: pointer.clientY };
  }

  move(pointer: Pointed): void {
    if (this.cents === 0 || this.#others(pointer)) return;
    const { clientX: x, clientY: y } = pointer;
    const from = this.#pressed;
    // It was let go where this page was not told of it.
    if (from !== null && (pointer.buttons & MAIN) === 0) return this.drop();
    if (from !== null && !this.dragged && Math.hypot(x - from.x, y - from.y) >= DRAG_PX) {
      this.dragged = true;
      this.#given.choose(this.cents);
      this.#open();
    }
    this.over = this.#given.areaAt(x, y);
    this.at = this.dragged || (from === null && this.over !== null) ? { x, y } : null;
  }

  /** What is dragged is placed where it is let go; what was only tapped stays in hand. */
  release(pointer: Pointed): void {
    if (this.#pressed === null || this.#others(pointer)) return;
    this.#pressed = null;
    if (this.dragged) {
      const area = this.#given.areaAt(pointer.clientX, pointer.clientY);
      this.drop();
      if (area !== null) this.#given.place(area);
    } else if (pointer.pointerType === "touch") this.drop();
    else this.#open();
  }

  /** The system took the pointer for something else. */
  cancel(pointer: Pointed): void {
    if (this.#pressed !== null && !this.#others(pointer)) this.drop();
  }

  /** Nothing is in hand any more. */
  drop(): void {
    this.#over?.();
    this.#over = null;
    this.#pressed = null;
    this.cents = 0;
    this.at = null;
    this.over = null;
    this.dragged = false;
  }

  /** The pointer left the page. */
  away(): void {
    if (!this.dragged) this.at = null;
  }

  /** Another window is in front: where a press ends now, this page is not told. */
  blur(): void {
    if (this.#pressed !== null) this.drop();
    else this.away();
  }

  /** Whether the press is another pointer's. */
  #others(pointer: Pointed): boolean {
    return this.#pressed !== null && this.#pressed.pointer !== pointer.pointerId;
  }

  #open(): void {
    this.#over ??= opened(() => this.drop());
  }
}

/** The chip in hand at a terminal, for as long as it is shown; `within` is its part of the page. */
export function heldAt(
  play: Play,
  within: () => Element | null | undefined = () => document.body,
): Held {
  const held = new Held({
    areaAt: (x, y) => {
      const area = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-area]");
      return area && within()?.contains(area) ? (area.dataset["area"] ?? null) : null;
    },
    choose: (cents) => (play.chips.chosen = cents),
    place: (area) => play.place(area),
  });
  onDestroy(() => held.drop());
  return held;
}
