import { type LinkCopies, type LinkId, texts, type UserId } from "@satchel/contracts";
import { decodeJwt } from "jose";
import pg from "pg";
import { expect, test } from "vitest";
import { atEnd, eventually } from "@satchel/testing";
import { startTestSystem } from "../../test/gateway.ts";
import { handOver } from "../../test/hand-over.ts";
import { CALLS_AT_ONCE, CALLS_WAITING, SEARCHES_AT_ONCE, WIDE_CALLS_WAITING } from "../limits.ts";

const system = await startTestSystem();
const [anna, bert] = await Promise.all(["anna", "bert"].map((name) => system.signIn(`${name}@satchel.example`)));
const postgres = new pg.Client(system.database.url);
await postgres.connect();
atEnd(() => postgres.end());

/** Keeps whoever reads a table waiting while something is done. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  await postgres.query("begin");
  await postgres.query(`lock table ${table} in access exclusive mode`);
  try {
    await work();
  } finally {
    await postgres.query("rollback");
  }
}

/** The address at which a copy is opened without a session. */
async function keptCopy(): Promise<string> {
  const answer = await anna!.call("POST", "/api/links/", { url: "https://example.org/kept" });
  const { id } = (await answer.json()) as { id: LinkId };
  await handOver(system, decodeJwt(anna!.accessToken).sub as UserId, id);
  return eventually(async () => {
    const { copies } = (await (await anna!.call("GET", `/api/links/${id}/copies`)).json()) as LinkCopies;
    if (copies[0] === undefined) throw new Error("no copy yet");
    return copies[0].open_url;
  });
}
const copy = await keptCopy();

test.each([
  ["somebody asks", "links.tag_counts", CALLS_AT_ONCE, () => anna!.call("GET", "/api/tags/")],
  ["whoever has the address of a copy asks", "archive.copies", CALLS_AT_ONCE, () => fetch(new URL(copy, system.url))],
  // Looks into links and into copies at the same time.
  ["somebody searches", "search.texts", 2 * SEARCHES_AT_ONCE, () => anna!.call("GET", "/api/links/count?q=kept")],
])(
  "given %s for more than the database has connections, then others are answered as ever",
  async (_, table, most, ask) => {
    let asked: Promise<Response>[] = [];
    await whileLocked(table, async () => {
      asked = Array.from({ length: 3 * CALLS_AT_ONCE }, ask);
      await eventually(async () => {
        await postgres.query("select pg_stat_clear_snapshot()");
        const waiting = "datname = current_database() and wait_event_type = 'Lock'";
        return (await postgres.query(`select from pg_stat_activity where ${waiting}`)).rowCount === most;
      });

      const answer = await bert!.call("GET", "/api/links/");

      expect([answer.status, await answer.json()]).toEqual([200, []]);
    });
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
  },
);

test("given very many waiting calls of one user, then further ones are 429, and nothing is lost", async () => {
  let asked: Promise<Response>[] = [];
  await whileLocked("links.tag_counts", async () => {
    asked = Array.from({ length: CALLS_AT_ONCE + CALLS_WAITING + 3 }, () => anna!.call("GET", "/api/tags/"));
    const refused: Response[] = [];
    for (const call of asked) void call.then((answer) => answer.status === 429 && refused.push(answer));
    await eventually(() => refused.length === 3);
    expect(await refused[0]?.clone().json()).toEqual({ detail: texts.server.tooMany });
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  expect(statuses.filter((status) => status === 200)).toHaveLength(CALLS_AT_ONCE + CALLS_WAITING);
});

test("given calls that may change thousands of links, then one of them is worked on at a time, and other calls go on", async () => {
  const { id } = (await (await anna!.call("POST", "/api/links/", { url: "https://example.org/" })).json()) as {
    id: string;
  };
  const change = { ids: [id], action: "tag", tags: ["x"] };
  let asked: Promise<Response>[] = [];
  await whileLocked("links.links", async () => {
    asked = Array.from({ length: WIDE_CALLS_WAITING + 2 }, () => anna!.call("POST", "/api/links/bulk", change));
    const refused = await Promise.race(asked);
    expect(refused.status).toBe(429);

    expect((await anna!.call("GET", "/api/folders/")).status).toBe(200);
  });
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(WIDE_CALLS_WAITING + 1);
});
