/** What modules find in a browser when they are loaded. */
Object.defineProperty(globalThis, "location", { value: new URL("http://table.test/") });

/** Other tabs: a test that wants them puts one of its own in its place. */
class NoTabs {
  onmessage: unknown = null;
  postMessage(): void {}
}
Object.defineProperty(globalThis, "BroadcastChannel", {
  value: NoTabs,
  writable: true,
  configurable: true,
});

/** Tests read both languages at once. */
const { ready } = await import("./words/words.svelte");
await ready("zh");
export {};
