import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { backupFailing, createLogger } from "@satchel/chassis";
import { eventually, freePort, spawnProgram, tempDir } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, type Instance, signIn, startInstance } from "../../test/instance.ts";
import { processesOf } from "../../test/processes.ts";
import { type Watched, watchDrills } from "../../test/watched-drill.ts";
import { readSettings } from "../settings.ts";
import { startBackups } from "./schedule.ts";
import { readBackupState } from "./state.ts";

const TOKEN = "a-token-for-the-operator-of-this-test";
const PASSPHRASE = "a passphrase of this test";
const soon = { timeout: 240_000 };

const timeOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

describe("given a household with a schedule of backups and drills", () => {
  let folder: string;
  let instance: Instance;
  let client: Client;
  let adminUrl: string;
  let operationsUrl: string;
  let watched: Watched;

  beforeAll(async () => {
    folder = join(await tempDir(), "backups");
    await mkdir(folder);
    // Half a backup, and one of a clock that was ahead: neither counts.
    await writeFile(join(folder, `satchel-everything-${timeOf(Date.now())}.backup.age.7.partial`), "half");
    await writeFile(
      join(folder, `satchel-everything-${timeOf(Date.now() + 10 * 24 * 3_600_000)}.backup.age`),
      "of the future",
    );
    const [adminPort, operationsPort] = [await freePort(), await freePort()];
    adminUrl = `http://127.0.0.1:${adminPort}`;
    operationsUrl = `http://127.0.0.1:${operationsPort}`;
    instance = await startInstance({
      BACKUP_EVERY: "24h",
      DRILL_EVERY: "7d",
      BACKUP_TO: folder,
      BACKUP_PASSPHRASE: PASSPHRASE,
      ADMIN_TOKEN: TOKEN,
      ADMIN_PORT: String(adminPort),
      OPERATIONS_PORT: String(operationsPort),
    });
    const watching = watchDrills(instance.process.pid, instance.dataDir);
    client = await signIn(instance, "anna@post.example");
    await client.json<Link>("POST", "/api/links/", { url: "https://kept.example/" });
    await eventually(async () => expect((await readBackupState(folder, Date.now())).drill).toBeDefined(), soon);
    watched = await watching.stop();
  });

  test("then one is taken and restored for a trial, and the operator reads when, on the page and as a metric", async () => {
    const { newest, drill } = await readBackupState(folder, Date.now());
    expect(newest?.file).toMatch(/satchel-everything-\w+\.backup\.age$/);
    expect([newest?.file.endsWith(drill?.file ?? "none"), (await stat(newest?.file ?? "")).mode & 0o777]).toEqual([
      true,
      0o600,
    ]);
    expect(await readFile(newest?.file ?? "", "latin1")).toMatch(/^age-encryption/);

    const signedIn = await fetch(`${adminUrl}/admin/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: adminUrl },
      body: new URLSearchParams({ token: TOKEN }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await eventually(async () => {
      const page = await (await fetch(`${adminUrl}/admin`, { headers: { cookie } })).text();
      expect(page).toMatch(/class="well">The newest backup is of .*satchel-everything-/);
      expect(page).toMatch(/class="well">The drill last succeeded at /);
      expect(page).not.toContain(PASSPHRASE);
    }, soon);
    await eventually(async () => {
      const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
      for (const name of ["satchel_backup_newest_timestamp_seconds", "satchel_restore_drill_timestamp_seconds"]) {
        expect(Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1])).toBeGreaterThan(
          Date.now() / 1000 - 3600,
        );
      }
      expect(metrics).toMatch(/^satchel_backup_failing\{what="drill"\} 0$/m);
    }, soon);
    // Of the drill nothing is left: neither its data nor its servers.
    expect(await readdir(instance.dataDir)).not.toContain("drill");
    await eventually(() => expect(processesOf(join(instance.dataDir, "drill"))).toEqual([]));
    expect(await client.json<Link[]>("GET", "/api/links/")).toHaveLength(1);
  });

  test("then no process has the passphrase in its command line, and the drill's bus has no client but the drill: no service runs", () => {
    const lines = [...watched.commandLines];
    expect(lines.filter((line) => line.includes(PASSPHRASE))).toEqual([]);
    for (const program of ["backup.js", "drill.js"])
      expect(lines).toContainEqual(expect.stringContaining(`dist/${program} `));
    expect([...watched.clients]).toEqual(["drill"]);
  });

  inProof("when it is started again within the day, then no other backup is taken", async () => {
    await instance.process.kill("SIGTERM");
    const before = await readdir(folder);
    const again = await startInstance(
      { BACKUP_EVERY: "24h", DRILL_EVERY: "7d", BACKUP_TO: folder, BACKUP_PASSPHRASE: PASSPHRASE },
      instance,
    );
    // It looks at once.
    expect(await client.json<Link[]>("GET", "/api/links/")).toHaveLength(1);
    expect(await readdir(folder)).toEqual(before);
    await again.process.kill("SIGTERM");
  });
});

test("given a folder that can't be made, when a backup is due, then the failure is a metric, and a stop waits for nothing", async () => {
  const env = { BACKUP_EVERY: "24h", BACKUP_TO: "/proc/none", DATA_DIR: await tempDir() };
  const bus = { natsUrl: "nats://127.0.0.1:1", natsMonitorUrl: undefined };
  const backups = startBackups(readSettings(env), bus, createLogger("test", "silent"));
  await eventually(async () => {
    const { values } = await backupFailing.get();
    expect(values).toContainEqual({ labels: { what: "backup" }, value: 1 });
  }, soon);
  expect(await backups?.state()).toMatchObject({ newest: undefined, drill: undefined });
  await backups?.stop();
});

const drill = async (args: string[], env: Record<string, string>) => {
  const { exited, stdout, stderr } = await spawnProgram(new URL("../drill.ts", import.meta.url), { args, env });
  return { ...(await exited), said: [...stdout, ...stderr].join("\n") };
};

inProof(
  "given a drill by hand, when the folder has no backup, is missing, or the backup is damaged, then it says so and counts as no success",
  async () => {
    const [folder, DATA_DIR] = [await tempDir(), await tempDir()];
    expect(await drill(["--from", folder], { DATA_DIR })).toMatchObject({
      code: 64,
      said: expect.stringMatching(/There is no backup in/),
    });
    expect(await drill(["--from", join(folder, "none")], { DATA_DIR })).toMatchObject({
      code: 64,
      said: expect.stringMatching(/can't be read/),
    });
    await writeFile(join(folder, `satchel-everything-${timeOf(Date.now() - 1000)}.backup`), "not what it should be");
    expect(await drill(["--from", folder], { DATA_DIR })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/The backup can't be used/),
    });
    expect((await readBackupState(folder, Date.now())).drill).toBeUndefined();
    expect(await readdir(DATA_DIR)).not.toContain("drill");
  },
);

test.each([
  "",
  "null",
  "{",
  '{"at":"yesterday","file":"x","seconds":1}',
  '{"at":1}',
  // Of a clock that was ahead: no other drill would be due before that day.
  '{"at":"2999-01-01T00:00:00.000Z","file":"x","seconds":1}',
])("a record of drills that says %j is none", async (text) => {
  const folder = await tempDir();
  await writeFile(join(folder, "satchel-drill.json"), text);
  expect(await readBackupState(folder, Date.now())).toEqual({ newest: undefined, drill: undefined });
});
