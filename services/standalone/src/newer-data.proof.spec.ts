import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { startPostgres } from "@satchel/embedded";
import pg from "pg";
import { expect, test } from "vitest";
import { launchInstance, type Place, signIn, startInstance } from "../test/instance.ts";

/** Makes the tables of links those of another version, as a version with that number would have made them. */
async function setVersion({ dataDir }: Place, version: string): Promise<number> {
  const postgres = await startPostgres({ dataDir: join(dataDir, "postgres") });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ before: number }>("select max(version) as before from links.checkpoints");
  await client.query(`update links.checkpoints set version = ${version}`);
  await client.end();
  await postgres.stop();
  return rows[0]?.before ?? 0;
}

test("given data that a newer version has run on, when this one is started, then it refuses with both ways out and harms nothing; with the tables moved away it builds its own", async () => {
  const before = await startInstance();
  const client = await signIn(before, "anna@post.example");
  await client.json("POST", "/api/links/", { url: "http://127.0.0.1:1/kept" });
  const addresses = async () => (await client.json<Link[]>("GET", "/api/links/")).map(({ url }) => url);
  await before.process.kill("SIGTERM");
  const version = await setVersion(before, "version + 1");

  const refused = await launchInstance({}, before);
  expect(await refused.process.exited).toEqual({ code: 78, signal: null });
  const said = refused.process.stderr.join("\n");
  expect(said).toMatch(
    /a newer version of Satchel than this one \(.+\) has run on .+ \(its tables: links\)\. Nothing was changed\./,
  );
  expect(said).toContain(`move ${join(before.dataDir, "postgres")} away`);

  expect(await setVersion(before, String(version))).toBe(version + 1);
  const again = await startInstance({}, before);
  expect(await addresses()).toEqual(["http://127.0.0.1:1/kept"]);
  await again.process.kill("SIGTERM");

  await setVersion(before, "version + 1");
  await rename(join(before.dataDir, "postgres"), join(before.dataDir, "postgres.newer"));
  await startInstance({}, before);
  expect(await addresses()).toEqual(["http://127.0.0.1:1/kept"]);
});
