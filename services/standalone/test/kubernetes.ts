import { readFileSync } from "node:fs";
import { join } from "node:path";
import { busUserNames } from "@satchel/contracts";
import { parse, stringify } from "yaml";
import { deployedNatsConfig } from "./deployed-nats.ts";

const root = join(import.meta.dirname, "../../..");
const text = (file: string): string => readFileSync(join(root, file), "utf8");

interface ComposeService {
  readonly command: string[];
  readonly entrypoint?: string[];
  readonly environment: Record<string, string>;
  readonly ports?: string[];
}
const compose = parse(text("docker-compose.yml"), { merge: true }) as { services: Record<string, ComposeService> };

/** Settings that are secrets: those that are made at random, and what may have passwords in it. */
const secrets = new Set([
  ...[...text(".env.example").matchAll(/^([A-Z_]+)=generate$/gm)].map(([, name = ""]) => name),
  "SMTP_URL",
  "DKIM_KEY",
  "DATABASE_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
]);

/** The port of `/health` and `/metrics`. Probes come from the node, so it listens to more than the pod itself. */
export const OPERATIONS_PORT = 9000;
/** Seconds until an ending pod gets no more connections; only then it is stopped. */
const LEAVE_SECONDS = 5;
/** Seconds between two looks at a pod that starts, and for its program to be loaded: as every step of a start (decision 6). */
const START = { period: 2, load: 600 };
/** Seconds for a rollout: a first start of a version with other tables builds them before it is ready. */
const ROLLOUT_SECONDS = 3600;

/** Settings that differ from Compose: the configuration `bus` depends on the number of servers. */
const elsewhere: Record<string, object> = {
  NATS_MONITOR_URL: fromConfigMap("bus", "NATS_MONITOR_URL"),
  NATS_REPLICAS: fromConfigMap("bus", "NATS_REPLICAS"),
  DATABASE_URL: reference("DATABASE_URL"),
  OPERATIONS_HOST: { value: "0.0.0.0" },
};

function fromConfigMap(name: string, key: string): object {
  return { valueFrom: { configMapKeyRef: { name, key } } };
}

function reference(key: string): object {
  return secrets.has(key) ? { valueFrom: { secretKeyRef: { name: "secrets", key } } } : fromConfigMap("settings", key);
}

/** Compose's environment of a service as that of a container: `${NAME}` becomes a reference, or `$(NAME)` to one before it. */
function environmentOf({ environment }: ComposeService): object[] {
  const parts = new Map<string, object>();
  const own = Object.entries(environment).map(([name, value]) => {
    if (elsewhere[name] !== undefined) return { name, ...elsewhere[name] };
    const [whole, key] = /^\$\{([A-Z_]+)[^}]*\}$/.exec(value) ?? [];
    if (whole !== undefined && key !== undefined) return { name, ...reference(key) };
    const filled = value.replaceAll(/\$\{([A-Z_]+)[^}]*\}/g, (_, used: string) => {
      parts.set(used, { name: used, ...reference(used) });
      return `$(${used})`;
    });
    return { name, value: filled };
  });
  return [...parts.values(), ...own];
}

const labelsOf = (name: string, { environment }: ComposeService) => ({
  "app.kubernetes.io/name": name,
  "app.kubernetes.io/part-of": "satchel",
  "satchel/bus": "client",
  ...("DATABASE_URL" in environment ? { "satchel/tables": "client" } : {}),
});

/** Every pod runs as another user than root, which can write only to mounted volumes. */
const podSecurity = {
  runAsNonRoot: true,
  runAsUser: 1000,
  runAsGroup: 1000,
  fsGroup: 1000,
  fsGroupChangePolicy: "OnRootMismatch",
  seccompProfile: { type: "RuntimeDefault" },
};
const containerSecurity = {
  readOnlyRootFilesystem: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
};

interface Shape {
  /** Memory it is promised and may have at most, and what of a core it is promised. */
  readonly memory: readonly [string, string];
  readonly cpu: string;
  readonly ports?: readonly { name: string; containerPort: number }[];
  readonly mounts?: readonly { name: string; mountPath: string; readOnly?: boolean }[];
  readonly volumes?: readonly object[];
}

const tmp = { mount: { name: "tmp", mountPath: "/tmp" }, volume: { name: "tmp", emptyDir: { sizeLimit: "1Gi" } } };

const shapes: Record<(typeof busUserNames)[number], Shape> = {
  identity: { cpu: "100m", memory: ["192Mi", "768Mi"] },
  links: { cpu: "200m", memory: ["256Mi", "1Gi"] },
  folders: { cpu: "50m", memory: ["128Mi", "512Mi"] },
  search: { cpu: "100m", memory: ["192Mi", "1Gi"] },
  "mail-ingest": {
    cpu: "100m",
    memory: ["256Mi", "1Gi"],
    ports: [{ name: "smtp", containerPort: Number(compose.services["mail-ingest"]?.environment.SMTP_PORT) }],
    mounts: [
      { name: "haraka", mountPath: "/var/lib/satchel" },
      { name: "certificates", mountPath: "/certificates", readOnly: true },
    ],
    volumes: [
      { name: "haraka", emptyDir: { sizeLimit: "256Mi" } },
      { name: "certificates", secret: { secretName: "mail-tls" } },
    ],
  },
  enrichment: { cpu: "200m", memory: ["384Mi", "1536Mi"] },
  archive: { cpu: "100m", memory: ["192Mi", "1Gi"] },
  post: { cpu: "50m", memory: ["128Mi", "512Mi"] },
  gateway: {
    cpu: "200m",
    memory: ["192Mi", "768Mi"],
    ports: [{ name: "http", containerPort: Number(compose.services.gateway?.environment.PORT) }],
  },
  // Nothing leads there from outside: an operator forwards the port.
  admin: {
    cpu: "20m",
    memory: ["96Mi", "384Mi"],
    ports: [{ name: "page", containerPort: Number(compose.services.admin?.environment.ADMIN_PORT) }],
  },
};

const probe = (path: string) => ({ httpGet: { path, port: "operations" }, timeoutSeconds: 5 });

const startupProbe = (path: string, seconds: number) => ({
  ...probe(path),
  periodSeconds: START.period,
  failureThreshold: seconds / START.period,
});
const often = { periodSeconds: 5, failureThreshold: 2 };

/**
 * By readiness Kubernetes decides who gets calls. Those that people reach have to get them while bus or database are away: mail
 * is taken, and calls are answered with what to do. So they are ready from the first time on that they can do everything, as long
 * as they answer. Others get no calls by Kubernetes.
 */
const doorProbes: Partial<Record<(typeof busUserNames)[number], object>> = {
  gateway: { ...probe("/health/live"), ...often },
  "mail-ingest": { tcpSocket: { port: "smtp" }, timeoutSeconds: 5, ...often },
};

function probesOf(name: (typeof busUserNames)[number]): object {
  const door = doorProbes[name];
  return {
    // It answers as soon as its program is loaded, also while it waits for the bus or builds tables.
    startupProbe:
      door === undefined ? startupProbe("/health/live", START.load) : startupProbe("/health/ready", ROLLOUT_SECONDS),
    livenessProbe: { ...probe("/health/live"), periodSeconds: 10, failureThreshold: 6 },
    readinessProbe: door ?? { ...probe("/health/ready"), ...often },
  };
}

function deploymentOf(name: (typeof busUserNames)[number]): object {
  const service = compose.services[name] as ComposeService;
  const shape = shapes[name];
  const labels = labelsOf(name, service);
  const selector = { matchLabels: { "app.kubernetes.io/name": name } };
  const spread = (topologyKey: string) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: selector,
    matchLabelKeys: ["pod-template-hash"],
  });
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      selector,
      progressDeadlineSeconds: ROLLOUT_SECONDS,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: podSecurity,
          terminationGracePeriodSeconds: LEAVE_SECONDS + Number(service.environment.SHUTDOWN_SECONDS) + 5,
          topologySpreadConstraints: [spread("kubernetes.io/hostname"), spread("topology.kubernetes.io/zone")],
          containers: [
            {
              name,
              image: "satchel",
              command: service.command,
              env: environmentOf(service),
              ports: [...(shape.ports ?? []), { name: "operations", containerPort: OPERATIONS_PORT }],
              resources: {
                requests: { cpu: shape.cpu, memory: shape.memory[0] },
                limits: { memory: shape.memory[1] },
              },
              ...probesOf(name),
              lifecycle: { preStop: { sleep: { seconds: LEAVE_SECONDS } } },
              securityContext: containerSecurity,
              volumeMounts: [tmp.mount, ...(shape.mounts ?? [])],
            },
          ],
          volumes: [tmp.volume, ...(shape.volumes ?? [])],
        },
      },
    },
  };
}

interface Command {
  /** When it runs; without, only when it is asked for. */
  readonly schedule?: string;
  readonly args: readonly string[];
  /** The command of Compose that it is, where its name is another. */
  readonly of?: string;
  /** Whether it reads or writes backups. */
  readonly files?: boolean;
}

const commands: Record<string, Command> = {
  backup: { schedule: "15 3 * * *", args: ["--to", "/backups/", "--keep", "14"], files: true },
  erasures: {
    schedule: "*/10 * * * *",
    args: ["--to", "/backups/", "--keep", "3", "--erasures-only"],
    of: "backup",
    files: true,
  },
  restore: { args: [], files: true },
  rebuild: { args: ["all"] },
  "enrich-again": { args: ["--where", "failed", "--dry-run"] },
};

/** A suspended job needs a schedule too: the 31st of February. */
const NEVER = "0 0 31 2 *";

function cronJobOf(name: string, { schedule, args, of = name, files = false }: Command): object {
  const service = compose.services[of] as ComposeService;
  const labels = labelsOf(name, service);
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name, labels },
    spec: {
      schedule: schedule ?? NEVER,
      suspend: schedule === undefined,
      concurrencyPolicy: "Forbid",
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 3,
      jobTemplate: {
        spec: {
          backoffLimit: schedule === undefined ? 0 : 3,
          ttlSecondsAfterFinished: 86_400,
          template: {
            metadata: { labels },
            spec: {
              restartPolicy: "Never",
              automountServiceAccountToken: false,
              enableServiceLinks: false,
              securityContext: podSecurity,
              containers: [
                {
                  name: "command",
                  image: "satchel",
                  command: service.entrypoint,
                  args,
                  env: environmentOf(service),
                  resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } },
                  securityContext: containerSecurity,
                  volumeMounts: [tmp.mount, ...(files ? [{ name: "backups", mountPath: "/backups" }] : [])],
                },
              ],
              volumes: [
                tmp.volume,
                ...(files ? [{ name: "backups", persistentVolumeClaim: { claimName: "backups" } }] : []),
              ],
            },
          },
        },
      },
    },
  };
}

const yaml = (about: string, objects: readonly object[]): string =>
  `# ${about}, made from docker-compose.yml, .env.example and services/standalone/test/kubernetes.ts; a test compares
# it. After a change there: npx vitest run --project unit services/standalone/src/kubernetes -u
${objects.map((object) => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })).join("---\n")}`;

/** What stands in `deploy/kubernetes/base` and follows from what is written elsewhere, by the name of the file. */
export const madeManifests: Readonly<Record<string, () => string>> = {
  "services.yaml": () => yaml("The services", busUserNames.map(deploymentOf)),
  "commands.yaml": () =>
    yaml(
      "Commands that run and end",
      Object.entries(commands).map(([name, command]) => cronJobOf(name, command)),
    ),
  "nats.conf": () => `${deployedNatsConfig("services/standalone/src/kubernetes")}include ./cluster.conf\n`,
};
