import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { run } from "./run.mjs";

/** Apache-2.0. It is not part of Satchel; only `npm run prove:kubernetes` needs it. */
const VERSION = "v5.7.1";

const answers = (program, args) => spawnSync(program, args, { stdio: "ignore" }).status === 0;

/**
 * The command that builds a folder with kustomize: `kustomize` or `kubectl` of the PATH, else one that Go installs beside
 * the packages of npm.
 * @returns {Promise<string | undefined>} words separated by spaces; undefined where there is none; the reason was printed
 */
export async function ensureKustomize() {
  if (answers("kustomize", ["version"])) return "kustomize build";
  if (answers("kubectl", ["kustomize", "--help"])) return "kubectl kustomize";
  const folder = join(root, "node_modules/.cache", `kustomize-${VERSION}`);
  const program = join(folder, "kustomize");
  if (!existsSync(program)) {
    if (!answers("go", ["version"])) {
      console.error("Not run: it needs kustomize, kubectl or Go.");
      return undefined;
    }
    const env = { GOBIN: folder };
    if ((await run("go", ["install", `sigs.k8s.io/kustomize/kustomize/v5@${VERSION}`], { env })) !== 0) {
      console.error("Not run: kustomize could not be installed by Go.");
      return undefined;
    }
  }
  return `${program} build`;
}
