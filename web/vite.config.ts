import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./compressed";

const server = process.env["PITBOSS_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), compressed()],
  // Tests run in Node, but take the browser's form of Svelte.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/pitboss/api/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing as data: addresses; the content security policy refuses them
    reportCompressedSize: false,
    // A page is three scripts and one style sheet: what two pages share is one file, since
    // thirty small ones would each wait for one of a browser's six connections.
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } },
    },
  },
  server: {
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["src/setup.test.ts"],
    environment: "node",
    setupFiles: ["src/setup.test.ts"],
  },
}));
