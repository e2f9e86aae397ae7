/** What modules find in a browser when they are loaded. */
Object.defineProperty(globalThis, "location", { value: new URL("http://table.test/") });
