import { rmSync } from "node:fs";
import { kustomized, type Manifest, podOf } from "./kustomize.ts";
import { overlays, placeOf, placeOverlays } from "./place-overlays.ts";

/** All objects of each overlay. */
function build(): Record<string, Manifest[]> {
  const folder = placeOverlays();
  try {
    return Object.fromEntries(overlays.map((overlay) => [overlay, kustomized(placeOf(folder, overlay))]));
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
