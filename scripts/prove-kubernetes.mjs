// Builds both overlays of deploy/kubernetes with kustomize and checks every object; `npm test` checks the manifests of the
// base. `-- --api-server`: a real API server, which Go builds the first time, takes them as well.
import { join } from "node:path";
import { ensureKubernetes } from "./lib/kubernetes-programs.mjs";
import { ensureKustomize } from "./lib/kustomize.mjs";
import { prepare } from "./lib/prepare.mjs";
import { API_SERVER, NOT_RUN, provenCode } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

await prepare();
const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== API_SERVER);
const vitest = (project, env) =>
  run(join(root, "node_modules/.bin/vitest"), ["run", "--project", project, ...filters], { env });

const outcomes = [];
const kustomize = await ensureKustomize();
outcomes.push({ code: kustomize === undefined ? NOT_RUN : await vitest("kubernetes", { KUSTOMIZE: kustomize }) });
if (args.includes(API_SERVER)) {
  const programs = await ensureKubernetes();
  outcomes.push({
    code: programs === undefined ? NOT_RUN : await vitest("kubernetes-api", { KUBERNETES_PROGRAMS: programs }),
  });
}
process.exitCode = provenCode(outcomes);
