/**
 * Keys of the keyboard: each registered once, listed by `?`.
 *
 * Where a page has a lit act, Enter is that act wherever the focus is, but for what is written in,
 * dialogs, menus, and a link reached by Tab. Space presses the control that has the focus. So a
 * key pressed by mouse, which keeps the focus, is not pressed again by the next Enter.
 */
import { onDestroy } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { connection } from "../api/connection.svelte";

export interface Shortcut {
  /** As `KeyboardEvent.key` has it, letters in capitals: `W`, `Enter`, `Escape`. */
  key: string;
  text: string;
  run: () => void;
  when?: () => boolean;
  /** It only looks at what is here: it works while the server is away. */
  local?: boolean;
}

const LIT = "Enter";

/** What each key does now: the newest registration that lives. */
export const shortcuts = new SvelteMap<string, Shortcut>();
const held = new Map<string, Shortcut[]>();
const open: { close: () => void; modal: boolean }[] = [];

const named = (key: string) => (key.length === 1 ? key.toUpperCase() : key);

function newest(key: string): void {
  const last = held.get(key)?.at(-1);
  if (last) shortcuts.set(key, last);
  else shortcuts.delete(key);
  if (key === LIT) document.documentElement.toggleAttribute("data-lit", last !== undefined);
}

/** Register a key; the answer gives it free again. */
export function register(one: Shortcut): () => void {
  const key = named(one.key);
  held.set(key, [...(held.get(key) ?? []), one]);
  newest(key);
  return () => {
    held.set(
      key,
      (held.get(key) ?? []).filter((other) => other !== one),
    );
    newest(key);
  };
}

/** Register a key for as long as the component lives. */
export function shortcut(one: Shortcut): void {
  onDestroy(register(one));
}

/**
 * Say that something is open on top, which Esc closes; the answer says that it is closed.
 * While something modal is open no other key does anything.
 */
export function opened(close: () => void, modal = false): () => void {
  const one = { close, modal };
  open.push(one);
  return () => {
    const place = open.lastIndexOf(one);
    if (place >= 0) open.splice(place, 1);
  };
}

const PRESSED = /^(?:radio|checkbox|button|submit|reset)$/;

/** Whether letters, and Enter, belong to what is written or chosen in. */
function writing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.test(target.type);
  return target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName);
}

/** A control that has the focus takes Enter and Space itself. */
function pressing(target: EventTarget | null): boolean {
  const controls = "button, a, summary, input, [role=tab]";
  return target instanceof HTMLElement && target.closest(controls) !== null;
}

/** Whether Enter belongs to where the focus is, though the page has a lit act. */
function ownEnter(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest("dialog, nav, a:focus-visible") !== null;
}

/** Enter on a page with a lit act; the answer says whether it was ours to take. */
function lit(event: KeyboardEvent): boolean {
  const act = shortcuts.get(LIT);
  if (!act || event.key !== LIT || writing(event.target) || ownEnter(event.target)) return false;
  event.preventDefault(); // what has the focus is not pressed, nor pressed again while it is held
  if (event.repeat || connection.off || (act.when && !act.when())) return true;
  document.documentElement.dataset["keys"] = "used";
  act.run();
  return true;
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (plain && !open.some((one) => one.modal) && lit(event)) return;
  if (event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Who writes a name has not yet used the keyboard for anything else.
  if (!writing(event.target)) document.documentElement.dataset["keys"] = "used";
  if (event.key === "Escape") {
    const close = open.at(-1)?.close ?? shortcuts.get("Escape")?.run;
    if (close) {
      event.preventDefault();
      close();
    }
    return;
  }
  if (open.some((one) => one.modal)) return;
  if (writing(event.target)) return;
  if ((event.key === "Enter" || event.key === " ") && pressing(event.target)) return;
  const one = shortcuts.get(named(event.key));
  if (!one || (connection.off && !one.local) || (one.when && !one.when())) return;
  event.preventDefault();
  one.run();
}

/** Listen to the keyboard. */
export function listenToKeys(): void {
  addEventListener("keydown", pressed);
  addEventListener("click", dead, { capture: true });
}

/** While the server is away what would be sent is not even tried, however it was pressed. */
function dead(event: MouseEvent): void {
  if (!connection.off || !(event.target instanceof Element)) return;
  if (event.target.closest("[data-sends]") === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
