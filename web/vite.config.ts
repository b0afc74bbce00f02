import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  resolve: {
    // The contracts come from their source, so that the page needs no other package built first.
    conditions: ["@satchel/source", ...defaultClientConditions],
    alias: { typebox: fileURLToPath(new URL("src/app/schemaless.ts", import.meta.url)) },
  },
  // `default-src 'self'` forbids data: URLs, so nothing is inlined.
  build: { assetsInlineLimit: 0 },
});
