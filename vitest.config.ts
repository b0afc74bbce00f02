import { defineConfig } from "vitest/config";
import { LongestFirst } from "./testing/src/longest-first.ts";

// Packages are tested from their sources: the condition makes `@satchel/*` resolve to `src`, so no build comes first.
// "import" must not be among them: they become `node --conditions`, and `require` would then find ES modules.
const conditions = ["@satchel/source", "node"];
const project = (name: string, include: string[], extra: Record<string, unknown> = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The files of globalSetup are resolved in an environment of their own.
  environments: { __vitest__: { resolve: { conditions } } },
  test: { name, include, environment: "node", ...extra },
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project("unit", ["{bench,contracts,services,testing,web,extension,scripts}/**/*.unit.spec.ts"], {
        exclude: ["**/node_modules/**", "**/dist/**"],
        maxWorkers: 2,
        // Some try thousands of cases: how long that takes is the machine's affair.
        testTimeout: 30_000,
        // Nearly all of the time would go into loading the same modules anew for each file.
        isolate: false,
        setupFiles: ["./testing/src/setup.ts"],
      }),
      project("integration", ["{bench,contracts,services,testing}/**/*.int.spec.ts"], {
        exclude: ["**/node_modules/**", "**/dist/**"],
        globalSetup: ["./testing/src/global-setup.ts", "./services/standalone/test/shared-instance-setup.ts"],
        setupFiles: ["./testing/src/setup.ts"],
        isolate: false,
        // As with the journeys: told at the end of `npm test`.
        retry: process.env["CI"] ? 1 : 0,
        testTimeout: 60_000,
        hookTimeout: 120_000,
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      // What takes longer than `npm test` should: `npx vitest run --project proof`.
      project("proof", ["{bench,contracts,services,testing}/**/*.proof.spec.ts"], {
        exclude: ["**/node_modules/**", "**/dist/**"],
        globalSetup: ["./testing/src/global-setup.ts"],
        setupFiles: ["./testing/src/setup.ts"],
        testTimeout: 600_000,
        hookTimeout: 600_000,
        maxWorkers: 1,
        sequence: { groupOrder: 3 },
      }),
      // What the container image is made of: `npm run check:image`, not part of `npm test`, for it installs packages.
      project("image", ["services/**/*.image.spec.ts"], {
        exclude: ["**/node_modules/**", "**/dist/**"],
        globalSetup: ["./testing/src/global-setup.ts"],
        setupFiles: ["./testing/src/setup.ts"],
        testTimeout: 90_000,
        hookTimeout: 280_000,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
