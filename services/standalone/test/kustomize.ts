import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** An object of Kubernetes, as far as looking through it goes. */
// biome-ignore lint/suspicious/noExplicitAny: objects of every kind are walked through
export type Manifest = Record<string, any>;

/**
 * What `kubectl kustomize <folder>` makes of it, as far as deploy/kubernetes uses kustomize: resources, components,
 * generators (without the hashes in their names), patches, replacements, namespace and images.
 * @throws Error at a field that it does not know, and at what is named and not there
 */
export function kustomized(folder: string): Manifest[] {
  const objects: Manifest[] = [];
  build(folder, objects);
  return objects;
}

const KNOWN = new Set([
  "apiVersion",
  "kind",
  "resources",
  "components",
  "configMapGenerator",
  "secretGenerator",
  "patches",
  "replacements",
  "namespace",
  "images",
]);

function build(folder: string, objects: Manifest[]): void {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const asked: Manifest = parse(read("kustomization.yaml"));
  for (const field of Object.keys(asked)) if (!KNOWN.has(field)) throw new Error(`${folder}: ${field} is not known`);
  for (const path of asked.resources ?? []) {
    if (statSync(join(folder, path)).isDirectory()) build(join(folder, path), objects);
    else objects.push(...parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest));
  }
  for (const path of asked.components ?? []) build(join(folder, path), objects);
  for (const generator of asked.configMapGenerator ?? []) generate("ConfigMap", generator, read, objects);
  for (const generator of asked.secretGenerator ?? []) generate("Secret", generator, read, objects);
  for (const { path, patch, target } of asked.patches ?? []) applyPatch(parse(patch ?? read(path)), target, objects);
  for (const { source, targets } of asked.replacements ?? []) {
    const value = source.fieldPath.split(".").reduce((at: Manifest, key: string) => at[key], find(source, objects));
    for (const { select, fieldPaths } of targets) {
      for (const path of fieldPaths) setAt(find(select, objects), path.split("."), value);
    }
  }
  for (const object of objects) {
    if (asked.namespace !== undefined && object.kind !== "Namespace") object.metadata.namespace = asked.namespace;
    for (const { name, newName, newTag } of asked.images ?? []) {
      for (const container of podOf(object)?.spec.containers ?? []) {
        if (container.image === name) container.image = `${newName}:${newTag}`;
      }
    }
  }
}

/** The template of the pods that an object runs, if it runs any. */
export function podOf({ kind, spec }: Manifest): Manifest | undefined {
  return kind === "CronJob" ? spec.jobTemplate.spec.template : kind === "Cluster" ? undefined : spec?.template;
}

function find({ kind, name }: { kind: string; name: string }, objects: readonly Manifest[]): Manifest {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function generate(kind: string, asked: Manifest, read: (file: string) => string, objects: Manifest[]): void {
  const entry = (line: string): [string, string] => [
    line.slice(0, line.indexOf("=")),
    line.slice(line.indexOf("=") + 1),
  ];
  const data = Object.fromEntries([
    ...(asked.files ?? []).map((file: string) => [basename(file), read(file)]),
    ...(asked.literals ?? []).map(entry),
    ...(asked.envs ?? []).flatMap((file: string) =>
      read(file)
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map(entry),
    ),
  ]);
  const field = kind === "Secret" ? "stringData" : "data";
  if (asked.behavior === "merge") Object.assign(find({ kind, name: asked.name }, objects).data, data);
  else {
    const type = kind === "Secret" ? { type: asked.type ?? "Opaque" } : {};
    objects.push({ apiVersion: "v1", kind, metadata: { name: asked.name }, ...type, [field]: data });
  }
}

function applyPatch(patch: Manifest | Manifest[], target: { kind: string; name: string }, objects: Manifest[]): void {
  if (!Array.isArray(patch)) return merge(find({ kind: patch.kind, name: patch.metadata.name }, objects), patch);
  for (const { op, path, value } of patch) {
    if (op !== "replace") throw new Error(`${op} is not known`);
    setAt(find(target, objects), path.slice(1).split("/"), value);
  }
}

/** A strategic merge: mappings key by key, lists of containers and environments by name, other lists as a whole. */
function merge(into: Manifest, from: Manifest): void {
  for (const [key, value] of Object.entries(from)) {
    const old = into[key];
    if (Array.isArray(value) && Array.isArray(old) && value[0]?.name !== undefined) {
      for (const item of value) {
        const same = old.find(({ name }: Manifest) => name === item.name);
        if (same === undefined) old.push(item);
        else merge(same, item);
      }
    } else if (typeof value === "object" && !Array.isArray(value) && typeof old === "object") merge(old, value);
    else into[key] = value;
  }
}

function setAt(object: Manifest, path: readonly string[], value: unknown): void {
  const [last = "", ...rest] = [...path].reverse();
  const parent = rest.reverse().reduce((at, key) => at[key], object);
  if (!(last in parent)) throw new Error(`${path.join(".")} is not there`);
  parent[last] = value;
}
