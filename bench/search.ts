import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, createTable, openPool, type Pool, queriesOver } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { startPostgres } from "@satchel/embedded";
import { linksProjection } from "@satchel/links";
import { countLinks, findLinks, type LinksTables, search } from "@satchel/links/queries";
import type { Kysely } from "kysely";

// What a search costs in a large account beside what it costs in one of a thousand links, in the same tables.
const LARGE = Number(process.env.LINKS ?? 1_000_000);
const SMALL = 1000;
/** Accounts of 20 links each, which have the same words. */
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 100);

const say = (text: string): void => void process.stdout.write(`${text}\n`);
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
    created_at, saved_at, position, revision, enrichment_state, enrichment_attempts, page_id, health_state)
  select ('00000000-0000-4000-8000-' || lpad(account::text, 12, '0'))::uuid, gen_random_uuid(),
    'https://' || host || '/' || replace(some_words(2, n), ' ', '-') || '/' || n, host,
    some_words(6, n) || case when n % 3 = 0 then ' common' else '' end || case when n % 200 = 7 then ' middling' else '' end ||
      case when n % 1000 = 9 then ' alpha beta' else '' end || case when n % 50 = 3 then ' alpha' else '' end ||
      case when n % 50 = 5 then ' beta' else '' end || case when n % ($3 / 3) = 17 then ' raritywort' else '' end,
    some_words(25, n), array['topic' || n % 500] || case when n % 10 = 0 then array['reading'] else '{}' end,
    n % 50 = 0, n % 3, at, at, n, n, 'done', 1, md5(account || '/' || case when n % 1000 = 500 then n - 1 else n end)::uuid, 'fine'
  from (
    select account, n, 'www.site' || exp(random() * ln(2000))::int || '.example' as host,
      timestamptz '2020-01-01' + n * interval '1 minute' as at
    from generate_series($1::int, $2::int) as account, generate_series($4::int, $5::int) as n) as places`;

async function seed(pool: Pool): Promise<void> {
  await pool.query("create schema links");
  for (const table of linksProjection.tables) {
    for (const statement of createTable("links", table)) await pool.query(statement);
  }
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_indexdef('links.documents_tokens'::regclass) as definition",
  );
  await pool.query("drop index links.documents_tokens");
  await pool.query("select setseed(0.42)");
  await pool.query(VOCABULARY);
  const add = (first: number, last: number, links: number, from: number, to: number) =>
    pool.query(SEED, [first, last, links, from, to]);
  for (let at = 0; at < LARGE; at += 4000) await add(1, 1, LARGE, at + 1, Math.min(LARGE, at + 4000));
  await add(2, 2, SMALL, 1, SMALL);
  for (let at = 0; at < ACCOUNTS; at += 200) await add(1000 + at, 1199 + at, 60, 1, 20);
  await pool.query("set statement_timeout = 0");
  await pool.query("set maintenance_work_mem = '512MB'");
  await pool.query(rows[0]?.definition ?? "");
  await pool.query("analyze links.links, links.documents, links.shelves");
}

const archiveOf = (db: Kysely<LinksTables>, userId: UserId): search.Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: async () => [],
});

interface Times {
  readonly p50: number;
  readonly p99: number;
}

async function measure(work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(ROUNDS / 2)] ?? 0, p99: times[Math.ceil(ROUNDS * 0.99) - 1] ?? 0 };
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

const dir = await mkdtemp(join(tmpdir(), "satchel-bench-"));
const postgres = await startPostgres({ dataDir: join(dir, "postgres") });
try {
  const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");
  const pool = openPool({ url: postgres.url, name: "bench", logger, connections: 1 });
  const began = performance.now();
  await seed(pool);
  const all = LARGE + SMALL + ACCOUNTS * 20;
  say(`seeded    ${all.toLocaleString("en")} links, ${Math.round((performance.now() - began) / 1000)} s`);
  await pool.end();
  const reader = openPool({ url: postgres.url, name: "bench", logger, connections: 4 });
  const db = queriesOver<LinksTables>(reader);
  say(`machine   ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${ROUNDS} rounds, milliseconds`);
  say(`| | ratio of p50 | ratio of p99 | ${LARGE.toLocaleString("en")} links: p50, p99 | ${SMALL} links: p50, p99 |`);
  say("|---|---|---|---|---|");
  const tell = ({ p50, p99 }: Times): string => `${p50.toFixed(1)}, ${p99.toFixed(1)}`;
  for (const what of ["page", "count"] as const) {
    for (const [name, q] of SEARCHES) {
      const run = (userId: UserId) => (): Promise<unknown> =>
        what === "page"
          ? search.searchLinks(archiveOf(db, userId), userId, { q })
          : search.countFound(archiveOf(db, userId), userId, { q });
      await measure(run(user(2)));
      const [large, small] = [await measure(run(user(1))), await measure(run(user(2)))];
      const [p50, p99] = [large.p50 / small.p50, large.p99 / small.p99];
      say(`| ${what}: ${name} (\`${q}\`) | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${tell(large)} | ${tell(small)} |`);
    }
  }
  await reader.end();
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
