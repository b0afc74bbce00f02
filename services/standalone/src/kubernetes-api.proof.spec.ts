import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { busUserNames } from "@satchel/contracts";
import { eventually, tempDir } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { type ControlPlane, startControlPlane } from "../test/control-plane.ts";
import type { Manifest } from "../test/kustomize.ts";
import { overlays, placeOf, placeOverlays } from "../test/place-overlays.ts";

const PATIENCE = { timeout: 180_000 };

/**
 * CloudNativePG's Cluster. Its own definition has half a megabyte, and is not part of Satchel: CLUSTER_DEFINITION names a file
 * with it. Without, the fields of that one object are not looked at.
 */
const CLUSTER_DEFINITION: Manifest = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "clusters.postgresql.cnpg.io" },
  spec: {
    group: "postgresql.cnpg.io",
    scope: "Namespaced",
    names: { kind: "Cluster", listKind: "ClusterList", plural: "clusters", singular: "cluster" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

let plane: ControlPlane;
let placed: string;
let folder: string;
const kubectl: ControlPlane["kubectl"] = (...args) => plane.kubectl(...args);
const file = (name: string, ...objects: Manifest[]): string => {
  const path = join(folder, name);
  writeFileSync(path, objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  return path;
};

beforeAll(async () => {
  folder = await tempDir();
  placed = placeOverlays();
  plane = await startControlPlane();
  const definition = process.env["CLUSTER_DEFINITION"] ?? file("definition.yaml", CLUSTER_DEFINITION);
  await kubectl("create", "-f", definition);
  await kubectl("wait", "--for=condition=Established", "crd/clusters.postgresql.cnpg.io");
});
afterAll(() => rmSync(placed, { recursive: true, force: true }));

const apply = (overlay: string) =>
  kubectl("apply", "-k", placeOf(placed, overlay), "--server-side", "--validate=strict");
const objectsOf = async (overlay: string): Promise<Manifest[]> =>
  parseAllDocuments((await kubectl("kustomize", placeOf(placed, overlay))).stdout).map(
    (document) => document.toJS() as Manifest,
  );
const list = async (kind: string, ...more: string[]): Promise<Manifest[]> =>
  JSON.parse((await kubectl("get", kind, "--namespace", "satchel", "-o", "json", ...more)).stdout).items;
/** What an operator would see wait for a mended manifest. */
const refusals = async () =>
  (await list("events")).filter(({ reason }) => reason === "FailedCreate").map(({ message }) => message as string);

describe.each(overlays)("given a real API server and the overlay %s", (overlay) => {
  test("when it is applied with strict validation, then every object is stored as it stands in the files, without a warning", async () => {
    const objects = await objectsOf(overlay);
    const { stdout, stderr } = await apply(overlay);
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toHaveLength(objects.length);
    const stored = JSON.parse((await kubectl("get", "-k", placeOf(placed, overlay), "-o", "json")).stdout);
    const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
    expect(stored.items.map(nameOf).toSorted()).toEqual(objects.map(nameOf).toSorted());
    // Ends with 1 where something is stored otherwise.
    expect(await kubectl("diff", "-k", placeOf(placed, overlay), "--server-side")).toEqual({ stdout: "", stderr: "" });
  });

  test("when it is applied once more, then no service would restart", async () => {
    const generations = async () =>
      (await list("deployments,statefulsets")).map(({ metadata }) => [metadata.name, metadata.generation]);
    const before = await eventually(async () => {
      const now = await generations();
      // The autoscalers have set the number of replicas.
      const counts = (await list("deployments")).map(({ spec }) => spec.replicas);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
      return now;
    }, PATIENCE);
    await apply(overlay);
    expect(await generations()).toEqual(before);
  });

  test("when controllers make its pods, then each is admitted by the strictest of Kubernetes' security standards", async () => {
    const isMany = overlay === "high-availability";
    const wanted: Record<string, number> = { nats: isMany ? 3 : 1 };
    for (const name of busUserNames) wanted[name] = isMany && name !== "admin" ? 2 : 1;
    await eventually(async () => {
      const counts: Record<string, number> = {};
      for (const { metadata } of await list("pods", "--selector=app.kubernetes.io/name")) {
        const name = metadata.labels["app.kubernetes.io/name"] as string;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      expect([await refusals(), counts]).toEqual([[], wanted]);
    }, PATIENCE);
    const jobs = (await list("cronjobs")).map(({ metadata }) => metadata.name as string);
    expect(jobs.length).toBeGreaterThan(0);
    for (const name of jobs)
      await kubectl("create", "job", `try-${name}`, "--from", `cronjob/${name}`, "--namespace", "satchel");
    await eventually(async () => {
      const made = (await list("pods", "--selector=job-name")).map(({ metadata }) => metadata.labels["job-name"]);
      expect([await refusals(), made]).toEqual([[], expect.arrayContaining(jobs.map((name) => `try-${name}`))]);
    }, PATIENCE);
  });

  test("when a manifest has a field that Kubernetes does not know, or a pod that is root, then it is refused", async () => {
    const [deployment] = (await objectsOf(overlay)).filter(({ kind }) => kind === "Deployment") as [Manifest];
    const misspelt = file("misspelt.yaml", { ...deployment, spec: { ...deployment.spec, replica: 2 } });
    await expect(kubectl("apply", "-f", misspelt, "--server-side", "--validate=strict")).rejects.toThrow(
      /unknown field "spec.replica"|field not declared in schema/,
    );
    const { metadata, spec } = deployment.spec.template;
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "root", namespace: "satchel" }, spec };
    const root = { ...pod, spec: { ...spec, securityContext: { ...spec.securityContext, runAsUser: 0 } } };
    await expect(kubectl("apply", "-f", file("root.yaml", root), "--server-side")).rejects.toThrow(
      /violates PodSecurity "restricted/,
    );
  });

  test("when it is deleted, then nothing of it is left", async () => {
    await kubectl("delete", "-k", placeOf(placed, overlay), "--wait=true", "--timeout=300s");
    const { stdout } = await kubectl("get", "namespaces", "-o", "name");
    expect(stdout).not.toContain("namespace/satchel");
  });
});
