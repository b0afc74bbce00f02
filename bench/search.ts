import {
  createLogger,
  finishSchema,
  openPool,
  type Pool,
  type PoolClient,
  queriesOver,
  recreateSchema,
} from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { linksProjection } from "@satchel/links";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { searchProjection } from "@satchel/search";
import { type Archive, countFound, searchLinks } from "@satchel/search/queries";
import { applyEventsOf, eventsOf } from "@satchel/search/test/tables.ts";
import { cleanUp } from "@satchel/testing";
import type { Kysely } from "kysely";
import { machine, median, percentile, say } from "./report.ts";
import { startDatabase } from "./servers.ts";

// The time of a search in a large account, and in one of a thousand links in the same tables.
const LARGE = Number(process.env.LINKS ?? 100_000);
const SMALL = 1000;
/** Accounts of 20 links each, which have the same words. */
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 5000);
const ROUNDS = Number(process.env.ROUNDS ?? 100);
/** Rounds before these, which are not measured. */
const WARM_UP = 10;

/** Words that the names of the searches to run contain. */
const CHOSEN = process.argv.slice(2);

const user = (n: number): UserId => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as UserId;

// 50,000 words made of syllables, drawn by Zipf's law: the n-th is n times rarer than the first.
const VOCABULARY = `
  create table vocabulary as
    select n, string_agg((array['ba','ken','lor','mi','sta','ter','ri','vo','nel','hu','gra','sch','po','dan','lu','fe','ti',
      'mor','wa','zen'])[1 + (n / (20 ^ k)::int) % 20], '' order by k) as word
    from generate_series(1, 50000) n, generate_series(0, 3) k where k = 0 or n >= 20 ^ k group by n;
  create unique index on vocabulary (n);
  create function some_words(count int, link int) returns text language sql volatile as $$
    select string_agg((select word from vocabulary where n = rank), ' ')
    from (select exp(random() * ln(50000))::int as rank, link from generate_series(1, count)) as ranks $$`;

// Words of known frequency stand in titles: in a third of the links, in one of 200, one of 1,000, and in three.
const SEED = `
  insert into links.links (user_id, id, url, host, page_title, page_description, page_tags, is_favorite, visit_count,
    created_at, saved_at, position, revision, enrichment_state, enrichment_attempts, page_id, health_state, saved_by,
    number, changed_at)
  select ('00000000-0000-4000-8000-' || lpad(account::text, 12, '0'))::uuid, gen_random_uuid(),
    'https://' || host || '/' || replace(some_words(2, n), ' ', '-') || '/' || n, host,
    some_words(6, n) || case when n % 3 = 0 then ' common' else '' end || case when n % 200 = 7 then ' middling' else '' end ||
      case when n % 1000 = 9 then ' alpha beta' else '' end || case when n % 50 = 3 then ' alpha' else '' end ||
      case when n % 50 = 5 then ' beta' else '' end || case when n % ($3 / 3) = 17 then ' raritywort' else '' end,
    some_words(25, n), array['topic' || n % 500] || case when n % 10 = 0 then array['reading'] else '{}' end,
    n % 50 = 0, n % 3, at, at, n, n, 'done', 1, md5(account || '/' || case when n % 1000 = 500 then n - 1 else n end)::uuid, 'fine', 'page', n, now()
  from (
    select account, n, 'www.site' || exp(random() * ln(2000))::int || '.example' as host,
      timestamptz '2020-01-01' + n * interval '1 minute' as at
    from generate_series($1::int, $2::int) as account, generate_series($4::int, $5::int) as n) as places`;

/** The mark of completely seeded tables: their sizes. */
const SIZES = `${LARGE} and ${ACCOUNTS}`;

/** Whether the tables are there from an earlier run. @throws where they are of other sizes, or were not finished */
async function isSeededLink(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ sizes: string | null }>(
    "select obj_description(oid, 'pg_namespace') as sizes from pg_namespace where nspname = 'links'",
  );
  if (rows.length > 0 && rows[0]?.sizes !== SIZES) throw new Error(`DATA_DIR holds other tables: ${rows[0]?.sizes}`);
  return rows.length > 0;
}

async function seed(url: string): Promise<void> {
  // The large account and the small ones at the same time, each with random numbers of its own.
  const pool = openPool({ url, name: "seed", logger, connections: 2 });
  if (await isSeededLink(pool)) return pool.end();
  await recreateSchema(pool, linksProjection, "links");
  await finishSchema(pool, linksProjection, "links", new AbortController().signal);
  await pool.query(VOCABULARY);
  const inTurn = async (number: number, add: (client: PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    await client.query("set statement_timeout = 0");
    await client.query("select setseed($1)", [number]);
    await add(client);
    client.release();
  };
  await Promise.all([
    inTurn(0.42, async (client) => {
      for (let at = 0; at < LARGE; at += 4000) {
        await client.query(SEED, [1, 1, LARGE, at + 1, Math.min(LARGE, at + 4000)]);
      }
    }),
    inTurn(0.24, async (client) => {
      await client.query(SEED, [2, 2, SMALL, 1, SMALL]);
      for (let at = 0; at < ACCOUNTS; at += 200) await client.query(SEED, [1000 + at, 1199 + at, 60, 1, 20]);
    }),
  ]);
  await recreateSchema(pool, searchProjection, "search");
  await indexWords(pool);
  await inTurn(0, async (client) => {
    await client.query("vacuum (analyze) links.links, search.texts, search.vocabulary");
    await client.query(`comment on schema links is '${SIZES}'`);
  });
  await pool.end();
}

/** Fills the tables of the search from the links, as its projection does of their events. */
async function indexWords(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query("set idle_in_transaction_session_timeout = 0");
  await client.query("begin");
  await client.query(`declare seeded cursor for
    select user_id, id, url, page_title, page_description, page_tags from links.links order by user_id`);
  const began = performance.now();
  let links = 0;
  for (;;) {
    const { rows } = await client.query<SeededLink>("fetch 2000 from seeded");
    if (rows.length === 0) break;
    links += rows.length;
    const events = rows.flatMap((row) => eventsOf(row).map((event) => ({ ...event, userId: row.user_id })));
    await applyEventsOf({ pool }, events);
  }
  await client.query("commit");
  client.release();
  const written = performance.now();
  await finishSchema(pool, searchProjection, "search", new AbortController().signal);
  const [toWrite, toSort] = [written - began, performance.now() - written];
  say(`indexed   ${Math.round(links / (toWrite / 1000))} links/s, and ${Math.round(toSort / 1000)} s for the indexes`);
}

interface SeededLink {
  readonly [column: string]: unknown;
  readonly user_id: UserId;
  readonly id: string;
}

const archiveOf = (db: Kysely<LinksTables>, userId: UserId): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: async () => [],
});

interface Times {
  readonly p50: number;
  readonly p99: number;
}

const timesOf = (times: readonly number[]): Times => ({ p50: median(times), p99: percentile(times, 0.99) });

/** Does both in turn, so that other load on the machine affects each. */
async function measure(works: readonly [() => Promise<unknown>, () => Promise<unknown>]): Promise<[Times, Times]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const which of [0, 1] as const) {
      const began = performance.now();
      await works[which]();
      if (round >= 0) times[which].push(performance.now() - began);
    }
  }
  return [timesOf(times[0]), timesOf(times[1])];
}

const SEARCHES: readonly (readonly [string, string])[] = [
  ["a rare word", "raritywort"],
  ["a word of one link in 200", "middling"],
  ["a word of a third of the links", "common"],
  ["two letters", "co"],
  ["two other letters", "st"],
  ["a phrase", '"alpha beta"'],
  ["two words", "alpha common"],
  ["a word without another", "common -alpha"],
  ["a slip", "raritywrot"],
  ["a tag", "tag:topic7"],
  ["a tag of a tenth", "tag:reading"],
  ["a site", "site:site3.example"],
  ["word and tag", "common tag:reading"],
  ["word and site", "common site:site3.example"],
  ["word among favourites", "common is:fav"],
  ["links to the same page, one of 500", "is:duplicate"],
];

const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");
try {
  const databaseUrl = await startDatabase(process.env.DATA_DIR);
  const began = performance.now();
  await seed(databaseUrl);
  const all = LARGE + SMALL + ACCOUNTS * 20;
  say(`seeded    ${all.toLocaleString("en")} links, ${Math.round((performance.now() - began) / 1000)} s`);
  const reader = openPool({ url: databaseUrl, name: "bench", logger, connections: 4, readOnly: true });
  const db = queriesOver<LinksTables>(reader);
  say(`machine   ${machine()}; ${ROUNDS} rounds, milliseconds`);
  say(`| | ratio of p50 | ratio of p99 | ${LARGE.toLocaleString("en")} links: p50, p99 | ${SMALL} links: p50, p99 |`);
  say("|---|---|---|---|---|");
  const shown = ({ p50, p99 }: Times): string => `${p50.toFixed(1)}, ${p99.toFixed(1)}`;
  for (const what of ["page", "count"] as const) {
    for (const [name, q] of SEARCHES) {
      if (!CHOSEN.every((word) => `${what}: ${name}`.includes(word))) continue;
      const run = (userId: UserId) => (): Promise<unknown> =>
        what === "page"
          ? searchLinks(archiveOf(db, userId), userId, { q })
          : countFound(archiveOf(db, userId), userId, { q });
      const [large, small] = await measure([run(user(1)), run(user(2))]);
      const [p50, p99] = [large.p50 / small.p50, large.p99 / small.p99];
      say(
        `| ${what}: ${name} (\`${q}\`) | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${shown(large)} | ${shown(small)} |`,
      );
    }
  }
  await reader.end();
} finally {
  await cleanUp();
}
