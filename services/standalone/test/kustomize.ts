import { execFileSync } from "node:child_process";
import { parseAllDocuments } from "yaml";

/** An object of Kubernetes, as far as looking through it goes. */
// biome-ignore lint/suspicious/noExplicitAny: objects of every kind are walked through
export type Manifest = Record<string, any>;

/** The command of kustomize, its words separated by spaces: `npm run prove:kubernetes` sets it. */
const VARIABLE = "KUSTOMIZE";

/** What kustomize ends the names of generated objects with: a hash over their content. */
const HASHED = /^(?<name>.+)-[0-9a-z]{10}$/;

/**
 * The objects that kustomize builds from a folder. Generated objects have their names without hashes here, also where
 * others refer to them, and what is in a Secret is decoded.
 * @throws Error when kustomize refuses the folder, with what it says
 */
export function kustomized(folder: string): Manifest[] {
  const [program = "", ...args] = (process.env[VARIABLE] ?? "").split(" ");
  if (program === "") throw new Error(`${VARIABLE} is not set: run this with npm run prove:kubernetes`);
  const text = execFileSync(program, [...args, folder], { encoding: "utf8" });
  const objects = (yaml: string): Manifest[] => parseAllDocuments(yaml).map((document) => document.toJS() as Manifest);
  const hashed = objects(text)
    .filter(({ kind }) => kind === "ConfigMap" || kind === "Secret")
    .flatMap(({ metadata }) => HASHED.exec(metadata.name) ?? []);
  const plain = hashed.reduce((yaml, name) => yaml.replaceAll(name, HASHED.exec(name)?.groups?.["name"] ?? name), text);
  return objects(plain).map((object) => (object.kind === "Secret" ? decoded(object) : object));
}

function decoded({ data, ...secret }: Manifest): Manifest {
  const entries = Object.entries((data ?? {}) as Record<string, string>);
  return {
    ...secret,
    stringData: Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, "base64").toString()])),
  };
}

/** The template of the pods that an object runs, if it runs any. */
export function podOf({ kind, spec }: Manifest): Manifest | undefined {
  return kind === "CronJob" ? spec.jobTemplate.spec.template : kind === "Cluster" ? undefined : spec?.template;
}
