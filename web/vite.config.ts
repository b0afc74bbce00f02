import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { budget } from "./vite/budget.ts";
import { packed } from "./vite/packed.ts";
import { serviceWorker } from "./vite/serviceWorker.ts";
import { slimContracts } from "./vite/slimContracts.ts";

export default defineConfig({
  plugins: [react(), slimContracts(), budget(), serviceWorker(), packed()],
  resolve: {
    // The contracts come from their source, so that the page needs no other package built first.
    conditions: ["@satchel/source", ...defaultClientConditions],
    alias: { typebox: fileURLToPath(new URL("src/app/schemaless.ts", import.meta.url)) },
  },
  // `default-src 'self'` forbids data: URLs, so nothing is inlined.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page begins with, as one file: many small ones pack worse and each asks for itself.
          groups: [
            {
              name: "libraries",
              test: /node_modules\/(?:@reduxjs|immer|i18next|react|react-dom|react-i18next|react-redux|react-router|react-router-dom|redux|redux-thunk|reselect|scheduler|use-sync-external-store|html-parse-stringify|void-elements)\//,
            },
          ],
        },
      },
      // What the page does not use of the contracts is left out: making a schema or a definition does nothing else.
      treeshake: {
        propertyReadSideEffects: false,
        manualPureFunctions: ["Type", "defineOperation", "defineEvent", "defineCommand", "Nullable"],
      },
    },
  },
});
