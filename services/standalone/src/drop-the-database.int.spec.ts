import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { startPostgres } from "@satchel/embedded";
import { eventually } from "@satchel/testing";
import pg from "pg";
import { expect, test } from "vitest";
import { type Client, sendMail, signIn, startInstance } from "../test/instance.ts";

const READS = [
  "/api/users/me",
  "/api/folders/",
  "/api/links/?size=100",
  "/api/links/?favorites_only=true",
  "/api/links/?unvisited_only=true&folder_id=0",
  "/api/links/?folder_id=1",
  "/api/links/count",
  "/api/links/count?favorites_only=true",
  "/api/links/count?unvisited_only=true&folder_id=1",
];

const readAll = async (clients: Client[]): Promise<string[]> => {
  const bodies: string[] = [];
  for (const client of clients) {
    for (const path of READS) bodies.push(await (await client.call("GET", path)).text());
  }
  return bodies;
};

async function dropEverySchema(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir: join(dataDir, "postgres") });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["identity", "folders", "links", "search"]));
  for (const { name } of rows) await client.query(`drop schema ${pg.escapeIdentifier(name)} cascade`);
  await client.end();
  await postgres.stop();
}

test("given a used system, when every table is dropped, then the next start brings back the same octets", async () => {
  const before = await startInstance();
  const clients = [await signIn(before, "anna@post.example"), await signIn(before, "bob@post.example")];
  for (const client of clients) {
    await client.json("POST", "/api/folders/", { name: "Reading" });
    const links: Link[] = [];
    for (let i = 0; i < 12; i++) {
      links.push(
        await client.json<Link>("POST", "/api/links/", { url: `http://127.0.0.1:1/${i}`, title: `Link ${i}` }),
      );
    }
    const [one, two, three, four] = links;
    await client.json("PATCH", `/api/links/${one?.id}`, { is_favorite: true, folder_id: 1, tags: ["a", "ä"] });
    await client.json("PATCH", `/api/links/${two?.id}`, { title: "\u202e right to left, \u{1f4da} and e\u0301" });
    await client.json("POST", `/api/links/${three?.id}/visit`, {});
    await client.call("DELETE", `/api/links/${four?.id}`);
  }
  await sendMail(before, { from: "anna@post.example", subject: "Mailed", text: "http://127.0.0.1:1/mailed" });
  // Nothing may be read while it can be fetched: every page must have been found blocked.
  const settled = async (client: Client, count: number) => {
    const links = await client.json<Link[]>("GET", "/api/links/?size=100");
    expect(links).toHaveLength(count);
    expect(links.filter(({ enrichment }) => enrichment.state === "pending")).toEqual([]);
  };
  await eventually(() => settled(clients[0] as Client, 12));
  await eventually(() => settled(clients[1] as Client, 11));
  const reads = await readAll(clients);

  await before.process.kill("SIGTERM");
  await dropEverySchema(before.dataDir);

  await startInstance({}, before);
  expect(await readAll(clients)).toEqual(reads);
});
