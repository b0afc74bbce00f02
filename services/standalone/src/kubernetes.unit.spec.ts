import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { busUserNames } from "@satchel/contracts";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { madeManifests } from "../test/kubernetes.ts";
import { type Manifest, podOf } from "../test/kustomize.ts";

const modelsOf = createRequire(import.meta.url);
const root = join(import.meta.dirname, "../../..");
const kubernetes = join(root, "deploy/kubernetes");
const text = (file: string): string => readFileSync(join(kubernetes, file), "utf8");

/** The files that a folder adds as they are. What it changes of others is looked at by `npm run prove:kubernetes`. */
const resourcesOf = (folder: string): Manifest[] =>
  ((parse(text(`${folder}/kustomization.yaml`)).resources ?? []) as string[]).flatMap((file) =>
    parseAllDocuments(text(`${folder}/${file}`)).map((document) => document.toJS() as Manifest),
  );

const folders = [
  "base",
  "components/cert-manager",
  "components/high-availability",
  "components/postgres-cloudnative",
  "components/postgres-external",
];

test.each(Object.entries(madeManifests))(
  "given what deploy/kubernetes/base/%s follows from, when it is made, then it is the one that is there",
  async (file, made) => {
    await expect(made()).toMatchFileSnapshot(join(kubernetes, "base", file));
  },
);

test.each(folders)(
  "given the manifests of %s, when they are validated against Kubernetes' schemas, then they fit",
  (folder) => {
    const objects = resourcesOf(folder).filter(({ apiVersion }) => apiVersion !== "postgresql.cnpg.io/v1");
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) {
      const { [object.kind]: Model } = modelsOf(`kubernetes-models/${object.apiVersion}/${object.kind}`);
      expect(() => new Model(object).validate(), `${object.kind} ${object.metadata.name}`).not.toThrow();
    }
  },
);

test("given everything of the base that runs pods, when it runs, then it is not root and can write nothing of its image", () => {
  const pods = resourcesOf("base").flatMap((object) => {
    const spec = podOf(object)?.spec;
    return spec === undefined ? [] : [{ name: object.metadata.name, spec }];
  });

  expect(pods.map(({ name }) => name)).toEqual(expect.arrayContaining([...busUserNames, "nats", "backup"]));
  for (const { name, spec } of pods) {
    expect(spec, name).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const { securityContext } of spec.containers) {
      expect(securityContext, name).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      });
    }
  }
});

test.each(["gateway", "mail"])(
  "given that bus or database are away, when people call the service %s, then its pods still get their calls",
  (name) => {
    const objects = resourcesOf("base");
    const service = objects.find(({ kind, metadata }) => kind === "Service" && metadata.name === name);
    const app = service?.spec.selector["app.kubernetes.io/name"];
    const deployment = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === app);
    const { readinessProbe, startupProbe } = podOf(deployment as Manifest)?.spec.containers[0] ?? {};

    expect(JSON.stringify(readinessProbe)).not.toContain("/health/ready");
    // New ones have to be able to do everything first.
    expect(startupProbe.httpGet.path).toBe("/health/ready");
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBe(deployment?.spec.progressDeadlineSeconds);
  },
);

test("given base/nats.conf, when the pods of nats-server start with it, then each variable that it names is set", () => {
  const named = new Set([...text("base/nats.conf").matchAll(/: \$([A-Z_]+)/g)].map(([, name]) => name));
  const [nats] = resourcesOf("base").filter(({ kind, metadata }) => kind === "StatefulSet" && metadata.name === "nats");
  const set = podOf(nats as Manifest)?.spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name));

  expect(named).toContain("NATS_ADMIN_PASSWORD");
  expect(set).toEqual(expect.arrayContaining([...named]));
});

test.each(["single", "high-availability"])(
  "given the settings of the overlay %s, when Git looks at them, then it ignores them",
  (overlay) => {
    const files = ["settings", "secrets", "postgres"].map(
      (name) => `deploy/kubernetes/overlays/${overlay}/${name}.env`,
    );
    const ignored = execFileSync("git", ["check-ignore", ...files], { cwd: root, encoding: "utf8" });
    expect(ignored.trim().split("\n")).toEqual(files);
  },
);
