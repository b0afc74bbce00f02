// Builds both overlays of deploy/kubernetes with kustomize and checks every object; `npm test` checks the manifests of the
// base.
import { join } from "node:path";
import { ensureKustomize } from "./lib/kustomize.mjs";
import { prepare } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

await prepare();
const kustomize = await ensureKustomize();
const args = ["run", "--project", "kubernetes", ...process.argv.slice(2)];
process.exitCode =
  kustomize === undefined
    ? NOT_RUN
    : await run(join(root, "node_modules/.bin/vitest"), args, { env: { KUSTOMIZE: kustomize } });
