import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { madeManifests } from "./kubernetes.ts";
import { kustomized, type Manifest, podOf } from "./kustomize.ts";

const root = join(import.meta.dirname, "../../..");

/** The ways in which Satchel runs on Kubernetes: the folders of deploy/kubernetes/overlays. */
export const overlays = ["single", "high-availability"] as const;
/** All objects of each overlay, with settings made as an operator makes them. */
function build(): Record<string, Manifest[]> {
  const folder = mkdtempSync(join(tmpdir(), "satchel-kubernetes-"));
  try {
    const isOurs = (path: string): boolean => !path.endsWith(".env");
    cpSync(join(root, "deploy"), join(folder, "deploy"), { recursive: true, filter: isOurs });
    cpSync(join(root, ".env.example"), join(folder, ".env.example"));
    for (const [file, made] of Object.entries(madeManifests)) {
      writeFileSync(join(folder, "deploy/kubernetes/base", file), made());
    }
    return Object.fromEntries(
      overlays.map((overlay) => {
        const at = join(folder, "deploy/kubernetes/overlays", overlay);
        execFileSync("sh", [join(folder, "deploy/kubernetes/make-settings.sh"), at], { stdio: "ignore" });
        return [overlay, kustomized(at)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The objects of each overlay, by its name. */
export const built = build();

/** The objects of one kind. */
export const of = (overlay: string, kind: string): Manifest[] =>
  (built[overlay] ?? []).filter((object) => object.kind === kind);
/** The name of an object. */
export const nameOf = ({ metadata }: Manifest): string => metadata.name;
/** The object of a kind and name. @throws when there is none */
export const named = (overlay: string, kind: string, name: string): Manifest => {
  const found = of(overlay, kind).find((object) => nameOf(object) === name);
  if (found === undefined) throw new Error(`${overlay} has no ${kind} ${name}`);
  return found;
};

/** All objects that run pods. */
export const running = (overlay: string) =>
  (built[overlay] ?? []).flatMap((object) => {
    const pod = podOf(object);
    if (pod === undefined) return [];
    return [
      {
        name: nameOf(object),
        kind: object.kind,
        labels: pod.metadata.labels,
        pod: pod.spec,
        container: pod.spec.containers[0],
      },
    ];
  });

/** Pods that a selector finds, by name. */
export function selected(
  overlay: string,
  { matchLabels = {}, matchExpressions = [] }: Manifest,
): ReturnType<typeof running> {
  return running(overlay).filter(
    ({ labels }) =>
      Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
      matchExpressions.every(({ key, values }: Manifest) => values.includes(labels[key])),
  );
}
