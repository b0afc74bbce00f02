// Builds both overlays of deploy/kubernetes with kustomize and checks every object; `npm test` checks the manifests of the
// base. `-- --api-server`: a real API server, which Go builds the first time, takes them as well. `-- --node`: a node runs the
// whole system under load, and nothing else is done; see bench/kubernetes.ts.
import { join } from "node:path";
import { startEngine } from "./lib/containers/engine.mjs";
import { makeBaseImages } from "./lib/containers/images.mjs";
import { makeNodeSpace } from "./lib/containers/node-space.mjs";
import { CONTROL_PLANE, ensureKubernetes, WITH_NODE } from "./lib/kubernetes-programs.mjs";
import { ensureKustomize } from "./lib/kustomize.mjs";
import { prepare, prepareBuilt } from "./lib/prepare.mjs";
import { API_SERVER, NODE, NOT_RUN, provenCode } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== API_SERVER && arg !== NODE);
process.exitCode = args.includes(NODE) ? await onNode() : await byManifests();

async function byManifests() {
  await prepare();
  const vitest = (project, env) =>
    run(join(root, "node_modules/.bin/vitest"), ["run", "--project", project, ...filters], { env });
  const outcomes = [];
  const kustomize = await ensureKustomize();
  outcomes.push({ code: kustomize === undefined ? NOT_RUN : await vitest("kubernetes", { KUSTOMIZE: kustomize }) });
  if (args.includes(API_SERVER)) {
    const programs = await ensureKubernetes(CONTROL_PLANE);
    outcomes.push({
      code: programs === undefined ? NOT_RUN : await vitest("kubernetes-api", { KUBERNETES_PROGRAMS: programs }),
    });
  }
  return provenCode(outcomes);
}

async function onNode() {
  await prepareBuilt();
  const programs = await ensureKubernetes(WITH_NODE);
  const engine = programs && (await startEngine(true));
  if (engine === undefined) return NOT_RUN;
  try {
    const images = ["node:24-slim", "nats:2.10-alpine", "postgres:18-alpine"];
    if (!(await makeBaseImages(engine.env, images))) return NOT_RUN;
    const space = await makeNodeSpace(engine);
    if (space === undefined) return NOT_RUN;
    try {
      const walk = ["--conditions=@satchel/source", "--import", "tsx", "bench/kubernetes.ts", ...filters];
      const [program, ...words] = [...space.inside, process.execPath, ...walk];
      return await run(program, words, { env: { ...space.env, KUBERNETES_PROGRAMS: programs } });
    } finally {
      await space.remove();
    }
  } finally {
    await engine.stop();
  }
}
