import { openPool, createLogger } from "@satchel/chassis";
import { type LinkId, type LinkListQuery, TAGS_LISTED } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { atEnd } from "@satchel/testing";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { newUser, startSystem, type System } from "../../test/system.ts";
import { loadAll, stateOf } from "../commands/load.ts";
import { findLink, type LinksTables, listLinks, listTags } from "./index.ts";
import { writeListCursor } from "./cursor.ts";

const LINKS = 50_000;
const SIZE = 10;
const userId = newUser();

let system: System;
let db: Kysely<LinksTables>;
const asked: CompiledQuery[] = [];

/**
 * Of each kind of link some lie among the oldest 200 alone: a list that looks through the user's other links for them
 * reads tens of thousands of rows. Four in seven links are in no folder, a twentieth are favourites, a third unvisited.
 */
const POPULATE = `
  insert into links.links (user_id, id, url, host, page_tags, is_favorite, folder_id, visit_count, created_at, saved_at,
    position, revision, enrichment_state, enrichment_attempts, page_id, health_state, saved_by,
    number, changed_at)
  select $1, gen_random_uuid(), 'https://example.com/' || n, 'example.com', '{}', n % 20 = 0 or n <= 100,
    case when n <= 200 then 5 when n % 7 < 3 then n % 4 + 1 end,
    case when n <= 50 or (n % 3 = 1 and n % 20 <> 0) then 0 else 1 end, now(),
    timestamptz '2026-01-01' + n * interval '1 s', n, n, 'done', 1, gen_random_uuid(), 'fine', 'page', n, now()
  from generate_series(1, $2::int) as n`;

beforeAll(async () => {
  system = await startSystem(["links"]);
  const logger = createLogger("test", "silent");
  const pool = openPool({ url: system.env.DATABASE_URL ?? "", logger, name: "plans", connections: 1, readOnly: true });
  atEnd(() => pool.end());
  db = new Kysely<LinksTables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void asked.push(event.query),
  });
  for (const [who, links] of [
    [userId, LINKS],
    [newUser(), LINKS / 10],
  ]) {
    await system.pool.query("insert into links.known_folders select $1, generate_series(1, 5)", [who]);
    await system.pool.query(POPULATE, [who, links]);
  }
  await system.pool.query("analyze links.links");
});

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** What Postgres did for a list: the kinds of its steps, and how many rows it took into its hands at most. */
async function planOf(query: LinkListQuery): Promise<{ links: number; steps: string[]; rowsRead: number }> {
  asked.length = 0;
  const { links } = await listLinks(db, userId, query);
  return { links: links.length, ...(await planOfLast()) };
}

/** The same of the last statement: a list by title asks first how many links it has. */
async function planOfLast(): Promise<{ steps: string[]; rowsRead: number }> {
  const compiled = asked.at(-1);
  if (compiled === undefined) throw new Error("nothing was asked");
  const explained = await system.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${compiled.sql}`,
    [...compiled.parameters],
  );
  const root = explained.rows[0]?.["QUERY PLAN"][0].Plan;
  if (root === undefined) throw new Error("no plan");
  const rows = nodes(root).map(
    (node) => node["Actual Rows"] * node["Actual Loops"] + (node["Rows Removed by Filter"] ?? 0),
  );
  return { steps: nodes(root).map((node) => node["Node Type"]), rowsRead: Math.max(...rows) };
}

const flags = [undefined, true] as const;
const combinations: LinkListQuery[] = [undefined, 0, 1, 5].flatMap((folder_id) =>
  flags.flatMap((favorites_only) =>
    flags.map((unvisited_only) => ({
      ...compact({ folder_id, favorites_only, unvisited_only }),
    })),
  ),
);

describe.each([
  ["the first page", "newest", false],
  ["a page in the middle", "newest", true],
  ["the first page", "oldest", false],
  ["a page in the middle", "oldest", true],
] as const)(`given ${LINKS} links, when %s is read, the %s first`, (_, sort, inTheMiddle) => {
  test.each(combinations.map((filters) => [JSON.stringify(filters), filters] as const))(
    `with %s, then an index leads to its rows and to no others`,
    async (__, given) => {
      const filters = { ...given, sort };
      const place = { by: new Date(Date.UTC(2026, 0, 1) + (LINKS / 2) * 1000), position: LINKS / 2 };
      const cursor = inTheMiddle ? { cursor: writeListCursor(userId, filters, place) } : {};
      const { steps, rowsRead } = await planOf({ size: SIZE, ...filters, ...cursor });
      expect(steps).toEqual(["Limit", "Index Scan"]);
      expect(rowsRead).toBeLessThanOrEqual(SIZE + 1);
    },
  );
});

describe.each([
  ["the first page", false],
  ["a page in the middle", true],
])(`given ${LINKS} links, when %s is read in the order of titles`, (_, inTheMiddle) => {
  const cursorOf = (filters: LinkListQuery) =>
    inTheMiddle ? { cursor: writeListCursor(userId, filters, { by: "example.com/3", position: 3 }) } : {};

  test.each(combinations.map((filters) => [JSON.stringify(filters), filters] as const))(
    "with %s, then a short list is sorted, or titles are skipped until there are enough",
    async (__, given) => {
      const filters = { ...given, sort: "title" } as const;
      const { steps, rowsRead } = await planOf({ size: SIZE, ...filters, ...cursorOf(filters) });
      expect(steps).not.toContain("Seq Scan");
      expect(rowsRead).toBeLessThanOrEqual(steps.includes("CTE Scan") ? 2000 : 200);
    },
  );
});

test("given an account with many more tags than are listed, when they are listed, then no others are read", async () => {
  await system.pool.query(
    "insert into links.tag_counts select $1, 'tag ' || n, 1 + n % 50 from generate_series(1, $2) n",
    [userId, 20 * TAGS_LISTED],
  );
  await system.pool.query("analyze links.tag_counts");
  asked.length = 0;

  const tags = await listTags(db, userId);

  expect(tags).toHaveLength(TAGS_LISTED);
  const { steps, rowsRead } = await planOfLast();
  expect(steps).toEqual(["Limit", "Index Only Scan"]);
  expect(rowsRead).toBe(TAGS_LISTED);
});

test.each([
  ["what a command decides on", (id: LinkId) => loadAll(db, userId, [id], stateOf)],
  ["what is shown of a link", (id: LinkId) => findLink(db, userId, id)],
])(
  "given a prepared read of one link, %s, when its plan is for any parameters, then the key leads to its row",
  async (_, read) => {
    const { rows } = await system.pool.query<{ id: LinkId }>("select id from links.links where user_id = $1 limit 1", [
      userId,
    ]);
    const id = rows[0]?.id as LinkId;
    await read(id);
    const client = await system.pool.connect();
    try {
      await client.query("set plan_cache_mode = force_generic_plan");
      await client.query(`prepare read_one as ${asked.at(-1)?.sql}`);
      const explained = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `explain (analyze, format json) execute read_one('${userId}', '{${id}}')`,
      );
      const root = explained.rows[0]?.["QUERY PLAN"][0].Plan as Plan;
      expect([root["Node Type"], root["Actual Rows"], root["Rows Removed by Filter"] ?? 0]).toEqual([
        "Index Scan",
        1,
        0,
      ]);
    } finally {
      client.release(true);
    }
  },
);

test("the links of the lists above exist", async () => {
  const counts = await Promise.all(
    combinations.map(async (filters) => (await listLinks(db, userId, filters)).links.length),
  );
  const empty = combinations.filter((___, n) => counts[n] === 0);
  // What is unvisited and a favourite lies in folder 5 alone.
  expect(empty).toEqual([0, 1].map((folder_id) => ({ folder_id, favorites_only: true, unvisited_only: true })));
});
