// Builds both overlays of deploy/kubernetes with kustomize and looks at every object; `npm test` looks at the manifests
// that they are built from.
import { join } from "node:path";
import { ensureInstalled } from "./lib/install.mjs";
import { ensureKustomize } from "./lib/kustomize.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
const kustomize = await ensureKustomize();
const args = ["run", "--project", "kubernetes", ...process.argv.slice(2)];
process.exitCode =
  kustomize === undefined
    ? NOT_RUN
    : await run(join(root, "node_modules/.bin/vitest"), args, { env: { KUSTOMIZE: kustomize } });
