/** Keys of the keyboard: each registered once, listed by `?`. */
import { onDestroy } from "svelte";
import { SvelteMap } from "svelte/reactivity";

export interface Shortcut {
  /** As `KeyboardEvent.key` has it, letters in capitals: `W`, `Enter`, `Escape`. */
  key: string;
  text: string;
  run: () => void;
  when?: () => boolean;
}

/** What each key does now: the newest registration that lives. */
export const shortcuts = new SvelteMap<string, Shortcut>();
const held = new Map<string, Shortcut[]>();
const open: { close: () => void; modal: boolean }[] = [];

const named = (key: string) => (key.length === 1 ? key.toUpperCase() : key);

function newest(key: string): void {
  const last = held.get(key)?.at(-1);
  if (last) shortcuts.set(key, last);
  else shortcuts.delete(key);
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

function writing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** A control that has the focus takes Enter and Space itself. */
function pressing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, summary, [role=tab]") !== null;
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat) return;
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
  if (!one || (one.when && !one.when())) return;
  event.preventDefault();
  one.run();
}

/** Listen to the keyboard. */
export function listenToKeys(): void {
  addEventListener("keydown", pressed);
}
