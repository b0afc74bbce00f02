import { defineConfig } from "vitest/config";
import { PATIENCE_MS } from "./testing/src/eventually.ts";
import { longerInProof } from "./testing/src/longer-in-proof.ts";
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

/** Milliseconds: the same for all tests with real parts, many times what they take. What has to be fast is a benchmark. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: PATIENCE_MS } } };

/** For tests with servers. */
const SETUP = ["./testing/src/setup.ts", "./testing/src/first-failure.ts"];

const KUBERNETES = "services/standalone/src/kubernetes.proof.spec.ts";
const KUBERNETES_API = "services/standalone/src/kubernetes-api.proof.spec.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project("unit", ["{bench,cli,client,contracts,services,testing,web,extension,scripts}/**/*.unit.spec.ts"], {
        exclude: ["**/node_modules/**", "**/dist/**"],
        maxWorkers: 2,
        // Some try thousands of cases: how long that takes is the machine's affair.
        testTimeout: 120_000,
        expect: PATIENCE.expect,
        // Nearly all of the time would go into loading the same modules anew for each file.
        isolate: false,
        setupFiles: ["./testing/src/setup.ts"],
      }),
      project("integration", ["{bench,cli,contracts,services,site,testing,web}/**/*.int.spec.ts"], {
        ...PATIENCE,
        exclude: ["**/node_modules/**", "**/dist/**"],
        globalSetup: ["./testing/src/global-setup.ts", "./services/standalone/test/shared-instance-setup.ts"],
        setupFiles: SETUP,
        isolate: false,
        // As with the journeys: said at the end of `npm test`, which fails when there are more than a few.
        retry: process.env["CI"] ? 1 : 0,
        // They wait for servers more than they compute.
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
      }),
      // What takes longer than `npm test` may: `npm run prove:durability`.
      project(
        "proof",
        ["{bench,contracts,services,testing}/**/*.proof.spec.ts", ...longerInProof(import.meta.dirname)],
        {
          ...PATIENCE,
          exclude: ["**/node_modules/**", "**/dist/**", KUBERNETES, KUBERNETES_API],
          env: { SATCHEL_PROOF: "1" },
          globalSetup: ["./testing/src/global-setup.ts", "./services/standalone/test/shared-instance-setup.ts"],
          setupFiles: SETUP,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      ),
      // By kustomize: `npm run prove:kubernetes`.
      project("kubernetes", [KUBERNETES], { ...PATIENCE, sequence: { groupOrder: 1 } }),
      // By a real API server: `npm run prove:kubernetes -- --api-server`.
      project("kubernetes-api", [KUBERNETES_API], {
        ...PATIENCE,
        setupFiles: ["./testing/src/setup.ts"],
        sequence: { groupOrder: 1 },
      }),
      // What the container image is made of: `npm run check:image`, not part of `npm test`, for it installs packages.
      project("image", ["services/**/*.image.spec.ts"], {
        ...PATIENCE,
        exclude: ["**/node_modules/**", "**/dist/**"],
        globalSetup: ["./testing/src/global-setup.ts"],
        setupFiles: ["./testing/src/setup.ts"],
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
