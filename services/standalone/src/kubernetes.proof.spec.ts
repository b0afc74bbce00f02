import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readConfig } from "@satchel/chassis";
import { busUserNames } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { siteOf } from "@satchel/gateway";
import { readMailIngestConfig } from "@satchel/mail-ingest";
import { type Manifest, podOf } from "../test/kustomize.ts";
import { built, nameOf, named, of, running, selected } from "../test/overlays.ts";
import { overlays } from "../test/place-overlays.ts";
import { serviceSchemas } from "../test/service-schemas.ts";

const modelsOf = createRequire(import.meta.url);
const root = join(import.meta.dirname, "../../..");
const text = (file: string): string => readFileSync(join(root, file), "utf8");

/** The environment of a container as its process sees it; a reference to what is not there is an error. */
function environmentOf(overlay: string, container: Manifest): Record<string, string> {
  const env: Record<string, string> = { POD_NAME: "nats-0" };
  for (const { name, value, valueFrom } of container.env) {
    if (valueFrom?.fieldRef) continue;
    const { configMapKeyRef: map, secretKeyRef: secret } = valueFrom ?? {};
    const data = map
      ? named(overlay, "ConfigMap", map.name).data
      : secret && named(overlay, "Secret", secret.name).stringData;
    const found = data === undefined ? value : data[(map ?? secret).key];
    if (typeof found !== "string") throw new Error(`${container.name}: ${name} leads to nothing`);
    env[name] = found.replaceAll(/\$\(([A-Z_]+)\)/g, (_, used: string) => env[used] ?? `no ${used}`);
  }
  return env;
}

/** What there may be several of. Of the operators' page one is enough: it is asked again when its machine is gone. */
const MANY = busUserNames.filter((name) => name !== "admin");

describe.each(overlays)("the overlay %s", (overlay) => {
  test("when its objects are held against the schemas of Kubernetes, then they fit", () => {
    for (const object of built[overlay] ?? []) {
      if (object.kind === "Cluster") continue;
      const { [object.kind]: Model } = modelsOf(`kubernetes-models/${object.apiVersion}/${object.kind}`);
      expect(() => new Model(object).validate(), `${object.kind} ${nameOf(object)}`).not.toThrow();
    }
  });

  test("when a service starts, then each of its settings is there, it takes them, and its bus and tables are found", () => {
    for (const [name, schema] of Object.entries(serviceSchemas)) {
      const { spec } = podOf(named(overlay, "Deployment", name)) ?? {};
      const env = environmentOf(overlay, spec.containers[0]);
      expect(Object.keys(env)).toEqual(expect.arrayContaining(Object.keys(schema.properties)));
      const config = readConfig(schema, env) as Record<string, never>;
      if (name === "gateway") expect(siteOf(config as never).secure).toBe(true);
      if (name === "mail-ingest") expect(readMailIngestConfig(env).MAIL_AUTH).toBe("enforce");
      const bus = new URL(config.NATS_URL ?? "");
      expect(bus.username).toBe(name);
      expect(nameOf(named(overlay, "Service", bus.hostname))).toBe("nats");
      const servers = named(overlay, "StatefulSet", "nats").spec.replicas ?? 1;
      expect(config.NATS_REPLICAS).toBe(servers);
      const monitors = Array.from({ length: servers }, (_, n) => `http://nats-${n}.nats-peers:8222`);
      expect(config.NATS_MONITOR_URL).toBe(monitors.join(","));
    }
  });

  test("when a pod runs, then it is not root, can write nothing of its image, and knows nothing of Kubernetes", () => {
    expect(running(overlay).map(({ name }) => name)).toEqual(
      expect.arrayContaining([...busUserNames, "nats", "backup"]),
    );
    for (const { pod, container } of running(overlay)) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(container).toMatchObject({
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ["ALL"] },
        },
        resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
    }
    expect(named(overlay, "Namespace", "satchel").metadata.labels).toMatchObject({
      "pod-security.kubernetes.io/enforce": "restricted",
    });
  });

  test("when a pod is stopped, then it has the time that its service takes", () => {
    for (const name of busUserNames) {
      const { spec } = podOf(named(overlay, "Deployment", name)) ?? {};
      const seconds = Number(environmentOf(overlay, spec.containers[0]).SHUTDOWN_SECONDS);
      const left = spec.terminationGracePeriodSeconds - spec.containers[0].lifecycle.preStop.sleep.seconds;
      expect(left).toBeGreaterThan(seconds);
    }
  });

  test("when names are followed, then each leads to something: volumes, services, ports, Ingress", () => {
    for (const { pod, container, kind } of running(overlay)) {
      const claimed = kind === "StatefulSet" ? ["data"] : [];
      const volumes = pod.volumes.map(({ name }: Manifest) => name);
      for (const { name } of container.volumeMounts) expect([...volumes, ...claimed]).toContain(name);
      for (const { configMap, persistentVolumeClaim: claim, secret } of pod.volumes) {
        if (configMap) named(overlay, "ConfigMap", configMap.name);
        if (claim) named(overlay, "PersistentVolumeClaim", claim.claimName);
        // Not ours to make: cert-manager does, or whoever has the certificate.
        if (secret) expect(secret.secretName).toBe("mail-tls");
      }
    }
    for (const { metadata, spec } of of(overlay, "Service")) {
      const pods = selected(overlay, { matchLabels: spec.selector });
      expect([metadata.name, pods.length]).toEqual([metadata.name, 1]);
      for (const { targetPort } of spec.ports) {
        expect(pods[0]?.container.ports.map(({ name }: Manifest) => name)).toContain(targetPort);
      }
    }
    const page = named(overlay, "Ingress", "page").spec;
    const domain = named(overlay, "ConfigMap", "settings").data.DOMAIN;
    expect([page.rules[0].host, page.tls[0].hosts]).toEqual([domain, [domain]]);
    const { name, port } = page.rules[0].http.paths[0].backend.service;
    expect(named(overlay, "Service", name).spec.ports.map((item: Manifest) => item.name)).toContain(port.name);
  });

  test("when anybody speaks to anybody, then only as policies say: mail from everywhere, pages of links by enrichment alone", () => {
    const policies = of(overlay, "NetworkPolicy");
    expect(named(overlay, "NetworkPolicy", "nothing-else").spec).toEqual({
      podSelector: {},
      policyTypes: ["Ingress", "Egress"],
    });
    const fromAnywhere: string[] = [];
    const toAnywhere: Record<string, number[]> = {};
    for (const { metadata, spec } of policies) {
      const pods = selected(overlay, spec.podSelector).filter(({ kind }) => kind !== "CronJob");
      const isOfOthers = /certificate|tables$/.test(metadata.name);
      if (!isOfOthers) expect([metadata.name, pods.length > 0]).toEqual([metadata.name, true]);
      for (const rule of spec.ingress ?? []) {
        for (const { port } of rule.ports) {
          for (const { name, container } of pods) {
            const ports = (container.ports ?? []).map((item: Manifest) => [item.name, item.containerPort]).flat();
            expect([name, ports]).toEqual([name, expect.arrayContaining([port])]);
            if (rule.from === undefined) fromAnywhere.push(`${name}:${port}`);
          }
        }
      }
      for (const rule of spec.egress ?? []) {
        if (rule.to !== undefined && rule.to[0].ipBlock === undefined) continue;
        for (const { name } of pods) {
          toAnywhere[name] = [...(toAnywhere[name] ?? []), ...rule.ports.map(({ port }: Manifest) => port)];
        }
      }
    }
    expect(fromAnywhere).toEqual(["mail-ingest:smtp"]);
    const database = overlay === "single" ? [5432] : [];
    // By UDP and by TCP.
    const dns = [53, 53];
    const relay = [25, 465, 587];
    const sorted = Object.entries(toAnywhere).map(([name, ports]) => [name, ports.toSorted((a, b) => a - b)]);
    expect(Object.fromEntries(sorted)).toEqual({
      identity: [...relay, ...database],
      "mail-ingest": [25, ...dns, 465, 587, ...database],
      enrichment: [...dns, 80, 443, 8080, 8443],
      ...(overlay === "single"
        ? {
            archive: database,
            links: database,
            folders: database,
            search: database,
            post: database,
            gateway: database,
            admin: database,
          }
        : {}),
    });
    // The same services that Compose lets out.
    const compose = parse(text("docker-compose.yml"), { merge: true }).services as Record<string, Manifest>;
    const out = busUserNames.filter((name) => compose[name]?.networks.includes("outside"));
    expect(out.sort()).toEqual(["enrichment", "identity", "mail-ingest"]);
  });

  test("when it is looked through, then it has no secret that is in the repository", () => {
    for (const { metadata, stringData } of of(overlay, "Secret")) {
      for (const [key, value] of Object.entries(stringData as Record<string, string>)) {
        if (!["username", "SMTP_URL", "DKIM_KEY", "OTEL_EXPORTER_OTLP_HEADERS"].includes(key))
          expect([metadata.name, key, value]).toEqual([metadata.name, key, expect.stringMatching(/s[0-9a-f]{48}/)]);
      }
    }
  });
});

describe("the overlay high-availability", () => {
  const overlay = "high-availability";

  test("when a machine goes, then two copies of the journal are left, and another of every service", () => {
    const { spec } = named(overlay, "StatefulSet", "nats");
    expect(spec.replicas).toBe(3);
    const [apart] = spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(apart.topologyKey).toBe("kubernetes.io/hostname");
    expect(selected(overlay, apart.labelSelector).map(({ name }) => name)).toEqual(["nats"]);
    const config = named(overlay, "ConfigMap", "nats").data;
    expect(config["nats.conf"]).toContain("sync_interval: always");
    for (let n = 0; n < spec.replicas; n++)
      expect(config["cluster.conf"]).toContain(`nats://nats-${n}.nats-peers:6222`);
    expect(named(overlay, "Cluster", "postgres").spec.instances).toBe(3);
    for (const name of MANY) {
      expect(named(overlay, "HorizontalPodAutoscaler", name).spec).toMatchObject({
        scaleTargetRef: { kind: "Deployment", name },
        minReplicas: 2,
      });
      // Who counts them is one alone.
      expect(named(overlay, "Deployment", name).spec.replicas).toBeUndefined();
    }
    for (const name of [...MANY, "nats"]) {
      const { spec: budget } = named(overlay, "PodDisruptionBudget", name);
      expect([budget.maxUnavailable, selected(overlay, budget.selector).map((pod) => pod.name)]).toEqual([1, [name]]);
    }
  });

  test("when every service has as many as it may have, then Postgres has a connection for each", () => {
    const settings = named(overlay, "ConfigMap", "settings").data;
    const withTables = running(overlay).filter(
      ({ kind, labels, name }) => kind === "Deployment" && labels["satchel/tables"] && name !== "admin",
    );
    // One more of each while a version takes another's place.
    const pods = withTables.map(({ name }) => named(overlay, "HorizontalPodAutoscaler", name).spec.maxReplicas + 1);
    const connections = pods.reduce((sum, count) => sum + count, 0) * Number(settings.DATABASE_CONNECTIONS);
    const limit = Number(named(overlay, "Cluster", "postgres").spec.postgresql.parameters.max_connections);
    expect(connections).toBeLessThan(limit - 20);
  });

  test("when the tables are made, then user, database, password and address are those that services have", () => {
    const { bootstrap, postgresql } = named(overlay, "Cluster", "postgres").spec;
    const { username, password } = named(overlay, "Secret", bootstrap.initdb.secret.name).stringData;
    const url = new URL(named(overlay, "Secret", "secrets").stringData.DATABASE_URL);
    expect([url.username, url.password, url.host, url.pathname]).toEqual([
      username,
      password,
      "postgres-rw:5432",
      "/satchel",
    ]);
    expect([bootstrap.initdb.owner, bootstrap.initdb.database]).toEqual([username, "satchel"]);
    const { command } = parse(text("docker-compose.yml"), { merge: true }).services.postgres;
    for (const [, name, value] of command.join(" ").matchAll(/-c (\w+)=(\w+)/g)) {
      expect([name, postgresql.parameters[name]]).toEqual([name, value]);
    }
  });
});

test("given all objects of both overlays, when their fields are held against the types of Kubernetes, then there is none that is not known", () => {
  const objects = overlays.flatMap((overlay) => built[overlay] ?? []).filter(({ kind }) => kind !== "Cluster");
  const lines = objects.map(
    (object, n) =>
      `export const o${n}: import("kubernetes-models/${object.apiVersion}/${object.kind}").I${object.kind} = ${JSON.stringify(object)};`,
  );
  // Beside the packages, where their types are found.
  const file = join(root, ".cache", `kubernetes-${process.pid}.ts`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(file, lines.join("\n"));
  const flags = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--types",
    "node",
  ];
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), [...flags, file], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    expect((error as { stdout: string }).stdout).toBe("");
  } finally {
    rmSync(file);
  }
});
