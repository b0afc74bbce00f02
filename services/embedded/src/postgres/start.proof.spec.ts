import { chown, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { isRoot, killHard, NOBODY, runs, startElsewhere, startZombie, tempDir } from "../../test/support.ts";
import { type PostgresOptions, startPostgres } from "../index.ts";

// Making a cluster takes a second and many fsyncs: most tests start one after the other on this one, which the first
// of them makes. It lies below a directory that only its owner can pass, as a home directory may be.
const kept = join(await tempDir(0o700, afterAll), "home", "postgres");

async function start(options: PostgresOptions) {
  const postgres = await startPostgres(options);
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test("given an empty directory, when Postgres starts, then it is durable, checked, private and speaks Unicode", async () => {
  const postgres = await start({ dataDir: kept });

  const [settings] = await query(
    postgres.url,
    `SELECT current_database() AS database, current_setting('server_version_num')::int / 10000 AS version,
       current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums,
       current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listens,
       current_setting('unix_socket_directories') AS sockets, lower('ÄÖÜ') AS lower`,
  );
  expect(settings).toEqual({
    database: "satchel",
    version: 18,
    encoding: "UTF8",
    checksums: "on",
    fsync: "on",
    listens: "127.0.0.1",
    sockets: "",
    lower: "äöü",
  });
  const databases = await query(postgres.url, "SELECT datname FROM pg_database ORDER BY 1");
  expect(databases).toEqual([{ datname: "satchel" }, { datname: "template1" }]);
  expect(await modeOf(kept)).toBe("700");
  expect(await modeOf(join(kept, "password"))).toBe("600");
});

test("given many writes, then the write-ahead log stays small", async () => {
  const { url } = await start({ dataDir: kept });
  await query(url, "CREATE TABLE much (n int, text text)");
  for (let round = 0; round < 6; round++) {
    await query(
      url,
      "INSERT INTO much SELECT n, gen_random_uuid()::text || repeat(md5(n::text), 30) FROM generate_series(1, 40000) n",
    );
  }
  const [written] = await query(url, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 2^20 AS megabytes");
  expect(written?.["megabytes"]).toBeGreaterThan(200);

  // By itself, as soon as what was written is in the tables' files.
  const logged = async (): Promise<unknown> =>
    (await query(url, "SELECT sum(size)::int / 2^20 AS megabytes FROM pg_ls_waldir()"))[0]?.["megabytes"];
  await expect.poll(logged, { timeout: 100_000 }).toBeLessThan(32);
  await query(url, "DROP TABLE much");
}, 120_000);

test("given a running server, when a client connects with a wrong password, then it is refused", async () => {
  const { url } = await start({ dataDir: kept });
  const guess = new URL(url);
  guess.password = "guess";

  await expect(query(guess.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
});

test("given the bundled programs, then they have the extensions unaccent and pg_trgm", async () => {
  const { url } = await start({ dataDir: kept });

  await query(url, "CREATE EXTENSION unaccent");
  await query(url, "CREATE EXTENSION pg_trgm");

  expect(await query(url, "SELECT unaccent('Größe') AS plain, 'größe' % 'grösse' AS alike")).toEqual([
    { plain: "Grosse", alike: true },
  ]);
});

test("given two directories, when a server starts on each, then they run side by side", async () => {
  const [one, other] = await Promise.all([start({ dataDir: kept }), start({ dataDir: await tempDir() })]);

  await query(one.url, "CREATE TABLE mine (text text)");

  expect(await query(other.url, "SELECT to_regclass('mine') AS found")).toEqual([{ found: null }]);
});

test("given a committed row, when the server is killed and started again, then the row is there", async () => {
  const first = await start({ dataDir: kept });
  await query(first.url, "CREATE TABLE before_crash AS SELECT 'kept' AS text");
  await first.kill();
  expect(await first.exited).toEqual({ code: null, signal: "SIGKILL" });

  const second = await start({ dataDir: kept });

  expect(await query(second.url, "SELECT text FROM before_crash")).toEqual([{ text: "kept" }]);
});

test("given a running server, when another start uses its directory, then that start fails, and the server keeps running", async () => {
  const { pid } = await start({ dataDir: kept });

  await expect(startPostgres({ dataDir: kept })).rejects.toThrow(`${kept} is in use by process ${process.pid}`);

  expect(await runs(pid)).toBe(true);
});

test("given a server whose parent was killed, when the next start comes, then the server is ended, and its rows stay", async () => {
  const { parent, started } = await startElsewhere("startPostgres", { dataDir: kept });
  await query(started.url, "CREATE TABLE before_kill AS SELECT 'kept' AS text");
  await killHard(parent);
  expect(await runs(started.pid)).toBe(true);

  const lines: string[] = [];
  const postgres = await start({ dataDir: kept, log: (line) => lines.push(line) });

  expect(await runs(started.pid)).toBe(false);
  expect(lines).toContain(`Ended the Postgres server that an earlier run left behind (process ${started.pid})`);
  expect(await query(postgres.url, "SELECT text FROM before_kill")).toEqual([{ text: "kept" }]);
});

test("given such a server without a pid file, when the next start comes, then it is ended too", async () => {
  const { parent, started } = await startElsewhere("startPostgres", { dataDir: kept });
  await killHard(parent);
  await rm(join(kept, "cluster", "postmaster.pid"));

  const { url } = await start({ dataDir: kept });

  expect(await runs(started.pid)).toBe(false);
  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("given a pid file of a server that is a zombie, when Postgres starts, then it comes up", async () => {
  await (await start({ dataDir: kept })).stop();
  const pidFile = join(kept, "cluster", "postmaster.pid");
  // Of the account that Postgres runs as: the numbers of other accounts mean nothing to it.
  const { uid, gid } = await stat(pidFile.replace("/postmaster.pid", ""));
  const zombie = await startZombie(isRoot ? { uid, gid } : {});
  await writeFile(pidFile, `${zombie}\n/somewhere\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);

  const { url } = await start({ dataDir: kept });

  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("given a pid file whose id now belongs to another process, when Postgres starts, then that process keeps running", async () => {
  await (await start({ dataDir: kept })).stop();
  const pidFile = join(kept, "cluster", "postmaster.pid");
  await writeFile(pidFile, `${process.pid}\n/somewhere\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);

  const { url, pid } = await start({ dataDir: kept });

  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect((await readFile(pidFile, "utf8")).split("\n")[0]).toBe(String(pid));
});

test("given a cluster that was created only in part, when Postgres starts, then it is created again", async () => {
  const dataDir = await tempDir();
  await mkdir(join(dataDir, "cluster.new-1"));
  await writeFile(join(dataDir, "cluster.new-1", "PG_VERSION"), "18\n");

  const { url } = await start({ dataDir });

  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await expect(stat(join(dataDir, "cluster.new-1"))).rejects.toThrow(/ENOENT/);
});

test.runIf(isRoot)(
  "given root and a closed directory, when Postgres starts, then it runs as another account",
  async () => {
    const { url, pid } = await start({ dataDir: kept });

    expect(await readFile(`/proc/${pid}/status`, "utf8")).not.toMatch(/^Uid:.*\b0\b/m);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  },
);

test.runIf(isRoot)("given an ordinary user, when Postgres starts, then it runs as that user", async () => {
  const dataDir = await tempDir(0o755);
  await chown(dataDir, NOBODY.uid, NOBODY.gid);

  const { started } = await startElsewhere("startPostgres", { dataDir }, NOBODY);

  expect((await stat(join(dataDir, "cluster"))).uid).toBe(NOBODY.uid);
  expect(await query(started.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});
