import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { budget } from "./vite/budget.ts";
import { pageChunks } from "./vite/chunks.ts";
import { cutFonts } from "./vite/cutFonts.ts";
import { documents } from "./vite/documents.ts";
import { leanLibraries } from "./vite/leanLibraries.ts";
import { packed } from "./vite/packed.ts";
import { promptReact } from "./vite/promptReact.ts";
import { serviceWorker } from "./vite/serviceWorker.ts";

const resolve = {
  // The contracts come from their source, so that the page needs no other package built first.
  conditions: ["@satchel/source", ...defaultClientConditions],
  alias: {
    "react-i18next": fileURLToPath(new URL("src/app/i18n/reactBinding.tsx", import.meta.url)),
  },
};

export default defineConfig({
  plugins: [
    react(),
    cutFonts(),
    leanLibraries(),
    promptReact(),
    budget(),
    documents({ resolve }),
    serviceWorker(),
    packed(),
  ],
  resolve,
  // `default-src 'self'` forbids data: URLs, so nothing is inlined.
  build: {
    assetsInlineLimit: 0,
    // Whatever knows `light-dark()` knows `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      output: {
        codeSplitting: {
          groups: pageChunks(),
        },
      },
    },
  },
});
