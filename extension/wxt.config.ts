import { defaultClientConditions } from "vite";
import { defineConfig } from "wxt";
import { locales } from "./build/locales.ts";
import { manifestOf } from "./build/manifest.ts";

/** The modes of the builds that tests use: the same code, with permissions that its user would be asked for. */
const TESTS: Readonly<Record<string, Parameters<typeof manifestOf>[1]>> = {
  e2e: { host_permissions: ["http://127.0.0.1/*"] },
  "e2e-tabs": { host_permissions: ["http://127.0.0.1/*"], permissions: ["tabs"] },
};

export default defineConfig({
  root: import.meta.dirname,
  srcDir: "src",
  publicDir: "public",
  outDir: "dist",
  manifestVersion: 3,
  imports: false,
  manifest: ({ browser, mode }) => manifestOf(browser, TESTS[mode]),
  vite: () => ({
    resolve: {
      // The contracts come from their source; of them the extension takes routes, types and limits, and no schema.
      conditions: ["@satchel/source", ...defaultClientConditions],
    },
    build: {
      modulePreload: false,
      assetsInlineLimit: 0,
    },
  }),
  hooks: {
    "build:publicAssets": (_, files) => {
      for (const { path, contents } of locales()) files.push({ relativeDest: path, contents });
    },
  },
  zip: { artifactTemplate: "satchel-{{version}}-{{browser}}.zip", zipSources: false },
});
