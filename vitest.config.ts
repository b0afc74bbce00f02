import { defineConfig } from "vitest/config";

// Packages are tested from their sources: the condition makes `@satchel/*` resolve to `src`, so no build comes first.
const conditions = ["@satchel/source", "node", "import", "default"];
const project = (name: string, include: string[], extra: Record<string, unknown> = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, include, environment: "node", ...extra },
});

export default defineConfig({
  test: {
    projects: [
      project("unit", ["{contracts,services,testing,web,scripts}/**/*.unit.spec.ts"], { exclude: ["**/node_modules/**", "**/dist/**"] }),
      project("integration", ["{contracts,services,testing}/**/*.int.spec.ts"], {
        exclude: ["**/node_modules/**", "**/dist/**"],
        globalSetup: ["./testing/src/global-setup.ts"],
        testTimeout: 30_000,
        hookTimeout: 60_000,
        maxWorkers: 2,
      }),
    ],
  },
});
