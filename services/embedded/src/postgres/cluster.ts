import { spawn } from "node:child_process";
import { chmod, chown, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Account } from "../process/server.ts";
import type { PostgresBinaries } from "./binaries.ts";

/** Superuser and database of the cluster. */
export const POSTGRES_USER = "satchel";
export const POSTGRES_DATABASE = "satchel";

/**
 * The path of the cluster for Postgres. Another account can't pass the closed directories above it, so the cluster is its
 * working directory, and /proc/self/cwd leads there directly (proc(5)).
 */
export const pathFor = (cluster: string, account: Account | undefined): string =>
  account === undefined ? cluster : "/proc/self/cwd";

const DRAFT = "cluster.new-";
/**
 * The programs of a killed start may still be writing into its draft; without their files they end soon. Each delay is a
 * tenth of a second longer than the one before: three minutes in all, for a very busy machine.
 */
const REMOVAL = { maxRetries: 60, retryDelay: 100 };

/**
 * Makes a cluster with the database `satchel` in it, unless it exists. It gets its name when it is complete: a killed
 * start leaves a draft, which the next one removes.
 * @param passwordFile readable by `account`
 * @param durable whether it must survive a power cut; syncing every file takes most of the time
 * @returns whether it was made now
 */
export async function ensureCluster(
  cluster: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
  durable: boolean,
): Promise<boolean> {
  if (await stat(join(cluster, "PG_VERSION")).catch(() => undefined)) return false;
  const parent = join(cluster, "..");
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(DRAFT));
  await Promise.all(drafts.map((name) => rm(join(parent, name), { recursive: true, force: true, ...REMOVAL })));
  const draft = join(parent, `${DRAFT}${process.pid}`);
  await mkdir(draft, { mode: 0o700 });
  await chmod(draft, 0o700);
  if (account !== undefined) await chown(draft, account.uid, account.gid);

  const path = pathFor(draft, account);
  const password = await open(passwordFile);
  try {
    const options = [...initdbOptions, ...(durable ? [] : ["--no-sync"]), `--pgdata=${path}`];
    await runToEnd(binaries.initdb, options, draft, account, password.fd);
  } finally {
    await password.close();
  }
  // Single-user mode needs neither a port nor a password, and what it creates is part of the draft.
  await runToEnd(
    binaries.postgres,
    ["--single", "-D", path, "-c", `fsync=${durable ? "on" : "off"}`, "template1"],
    draft,
    account,
    "pipe",
  );
  await rename(draft, cluster);
  return true;
}

// The built-in C.UTF-8 locale sorts and folds the same on every system, so no index depends on the C library.
const initdbOptions = [
  `--username=${POSTGRES_USER}`,
  "--pwfile=/dev/stdin",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--data-checksums",
  // In MB. The log is kept in whole segments, 16 MB each by default.
  "--wal-segsize=1",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--lc-collate=C",
  // Word boundaries of pg_trgm and full-text search come from the C library's character classes.
  `--lc-ctype=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`,
];

// Each database of initdb takes 7 MB. `postgres` is for clients that name no database, `template0` for databases of another
// encoding; only `template1` is needed.
const STATEMENTS = [
  `CREATE DATABASE ${POSTGRES_DATABASE}`,
  "DROP DATABASE postgres",
  "ALTER DATABASE template0 IS_TEMPLATE false",
  "DROP DATABASE template0",
];

async function runToEnd(
  file: string,
  args: readonly string[],
  cwd: string,
  account: Account | undefined,
  stdin: number | "pipe",
): Promise<void> {
  const child = spawn(file, args, { cwd, ...account, env: { LC_ALL: "C" }, stdio: [stdin, "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("exit", resolve));
  child.stdin?.end(STATEMENTS.map((statement) => `${statement};\n`).join(""));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)]);
  // Single-user mode ends with 0 after a failed statement too.
  if (code !== 0 || /^.*(ERROR|FATAL|PANIC): /m.test(stderr)) {
    throw new Error(`${file} failed (${code}):\n${stdout.trim()}\n${stderr.trim()}`);
  }
}
