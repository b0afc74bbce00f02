import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./root.mjs";
import { run } from "./run.mjs";

/**
 * Kubernetes, Apache-2.0. It is not part of Satchel; only `npm run prove:kubernetes -- --api-server` and `-- --node` need it. Its
 * go.mod names the version of etcd that it is tested with. It is the last release whose kubelet runs on machines that have
 * cgroups of version 1.
 */
const VERSION = "1.34.4";

const MODULE = "k8s.io/kubernetes";

/** What is built, by the name of the program, the slowest first. */
const PACKAGES = {
  "kube-apiserver": `${MODULE}/cmd/kube-apiserver`,
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-controller-manager": `${MODULE}/cmd/kube-controller-manager`,
  kubectl: `${MODULE}/cmd/kubectl`,
  kubelet: `${MODULE}/cmd/kubelet`,
  "kube-scheduler": `${MODULE}/cmd/kube-scheduler`,
  "kube-proxy": `${MODULE}/cmd/kube-proxy`,
};

/** What takes manifests, and makes pods of them that run nowhere. */
export const CONTROL_PLANE = ["kube-apiserver", "etcd", "kube-controller-manager", "kubectl"];

/** What runs them too. */
export const WITH_NODE = Object.keys(PACKAGES);

const folder = join(root, "node_modules/.cache", `kubernetes-${VERSION}`);

/**
 * Programs of Kubernetes, which Go builds beside the packages of npm where they are not there yet. On two cores that may take
 * an hour.
 * @param {readonly string[]} names {@link CONTROL_PLANE} or {@link WITH_NODE}
 * @returns {Promise<string | undefined>} their folder; undefined where they can't be had, after it was said why
 */
export async function ensureKubernetes(names) {
  const missing = names.filter((name) => !existsSync(join(folder, name)));
  if (missing.length === 0) return folder;
  if (spawnSync("go", ["version"], { stdio: "ignore" }).status !== 0) {
    console.error("Not run: Kubernetes has to be built, and there is no Go on this machine.");
    return undefined;
  }
  const source = join(folder, "source");
  if (!(await makeModule(source))) {
    console.error(
      `Not run: the modules of Kubernetes ${VERSION} could not be had by Go, which has to be 1.24 or newer.`,
    );
    return undefined;
  }
  for (const name of missing) {
    console.log(`Building ${name} of Kubernetes ${VERSION}; the first of them may take most of an hour`);
    if (!(await build(source, name))) {
      console.error(`Not run: ${name} could not be built.`);
      return undefined;
    }
  }
  return folder;
}

/**
 * A module that requires Kubernetes as others require a library. Its own go.mod can't be used from outside: it replaces the
 * parts that are modules of their own (k8s.io/api and others) by folders of its checkout; here their published versions are
 * named instead.
 */
async function makeModule(source) {
  await mkdir(source, { recursive: true });
  try {
    const go = (...args) => JSON.parse(execFileSync("go", args, { cwd: source, encoding: "utf8" }));
    const { GoMod } = go("mod", "download", "-json", `${MODULE}@v${VERSION}`);
    const { Go, Replace } = go("mod", "edit", "-json", GoMod);
    const staged = Replace.filter(({ New }) => New.Path.startsWith("./staging/")).map(({ Old }) => Old.Path);
    const published = `v${VERSION.replace(/^1\./, "0.")}`;
    const lines = [
      "module satchel.invalid/kubernetes",
      `go ${Go}`,
      `require ${MODULE} v${VERSION}`,
      ...staged.map((path) => `replace ${path} => ${path} ${published}`),
    ];
    await writeFile(join(source, "go.mod"), `${lines.join("\n")}\n`);
  } catch (error) {
    console.error(error.stderr?.toString() ?? error.message);
    return false;
  }
  const imports = Object.values(PACKAGES).map((path) => `import _ "${path}"`);
  await writeFile(join(source, "tools.go"), `//go:build tools\n\npackage tools\n\n${imports.join("\n")}\n`);
  return (await run("go", ["-C", source, "mod", "tidy"], { quiet: true })) === 0;
}

/** Builds one program. It gets its name when it is whole, so an interrupted build is repeated. */
async function build(source, name) {
  const [major, minor] = VERSION.split(".");
  // Without them the API server calls itself v0.0.0, which clients refuse to compare with their own version.
  const facts = { gitVersion: `v${VERSION}`, gitMajor: major, gitMinor: minor };
  const flags = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"].flatMap((path) =>
    Object.entries(facts).map(([fact, value]) => `-X ${path}.${fact}=${value}`),
  );
  const built = join(folder, `${name}.building`);
  const args = ["-C", source, "build", "-ldflags", ["-s", "-w", ...flags].join(" "), "-o", built, PACKAGES[name]];
  if ((await run("go", args, { env: { CGO_ENABLED: "0" } })) !== 0) return false;
  await rename(built, join(folder, name));
  return true;
}
