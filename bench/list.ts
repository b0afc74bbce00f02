import { spawn } from "node:child_process";
import { once } from "node:events";
import { openPool, type Pool, queriesOver, readConfig } from "@satchel/chassis";
import type { LinkListQuery, UserId } from "@satchel/contracts";
import { LinksConfig, startLinks } from "@satchel/links";
import { countLinks, type LinksTables, listLinks, listTags } from "@satchel/links/queries";
import { atEnd, cleanUp, eventually, freePort } from "@satchel/testing";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { Pool as HttpPool } from "undici";
import { accessToken } from "./access-token.ts";
import { machine, median, percentile, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// The time of a list over HTTP in an account of a million links, in one of a thousand links in the same tables, and the bare
// limit: Fastify and pg with the same SQL and nothing else.
const LARGE = Number(process.env.LINKS ?? 1_000_000);
const SMALL = 1000;
/** Accounts of 20 links each. */
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100_000);
/** Seconds of each measurement. */
const SECONDS = Number(process.env.SECONDS ?? 3);
/** Only cases whose names have this in them. */
const ONLY = process.env.ONLY ?? "";
/** Concurrent requests, each on a connection of its own. */
const CONNECTIONS = 10;
const KEY = "a key for the tokens of this benchmark alone";
const FOLDERS = 40;

const user = (n: number): UserId => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as UserId;
const large = user(1);
const small = user(2);

const SEED = `
  insert into links.links (user_id, id, url, host, page_title, page_description, page_tags, is_favorite, folder_id,
    visit_count, created_at, saved_at, position, revision, enrichment_state, enrichment_attempts, page_id, health_state, saved_by,
    number, changed_at)
  select ('00000000-0000-4000-8000-' || lpad(account::text, 12, '0'))::uuid, gen_random_uuid(),
    'https://site' || n % 997 || '.example/articles/' || n, 'site' || n % 997 || '.example',
    'The ' || n || 'th article, with a title as long as titles are',
    repeat('What the page says about itself, which is mostly two sentences. ', 3), array['reading', 'topic' || n % 500, 'rare' || n / 3],
    n % 50 = 0, case when n % 3 = 0 then 1 + n % ${FOLDERS} end, n % 3, at, at, n, n, 'done', 1, gen_random_uuid(), 'fine', 'page', n, now()
  from (
    select account, n, timestamptz '2020-01-01' + n * interval '1 minute' as at
    from generate_series($1::int, $2::int) as account, generate_series($3::int, $4::int) as n) as places`;

/** Fills the tables. An account has a third as many tags as links, and 500. */
async function seed(pool: Pool): Promise<void> {
  await pool.query("set statement_timeout = 0");
  await pool.query(
    "insert into links.known_folders select $1::uuid, generate_series(1, $3::int) union all select $2, generate_series(1, $3)",
    [large, small, FOLDERS],
  );
  for (let at = 0; at < LARGE; at += 20_000) {
    await pool.query(SEED, [1, 1, at + 1, Math.min(LARGE, at + 20_000)]);
  }
  await pool.query(SEED, [2, 2, 1, SMALL]);
  for (let at = 0; at < ACCOUNTS; at += 1000) await pool.query(SEED, [1000 + at, 1999 + at, 1, 20]);
  await pool.query("vacuum (analyze) links.links, links.tag_counts");
}

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Requests a path repeatedly. Times are milliseconds. */
async function load(origin: string, path: string, token: string | undefined, seconds: number): Promise<Figures> {
  const http = new HttpPool(origin, { connections: CONNECTIONS });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const times: number[] = [];
  const began = performance.now();
  const request = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      const sent = performance.now();
      const { statusCode, body } = await http.request({ path, method: "GET", headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, request));
  const took = (performance.now() - began) / 1000;
  await http.close();
  return { perSecond: times.length / took, p50: median(times), p99: percentile(times, 0.99) };
}

/** A list or count that is requested from both servers. */
interface Case {
  readonly name: string;
  readonly kind: "list" | "count" | "tags";
  readonly query: LinkListQuery;
}

const lists: readonly (readonly [string, LinkListQuery])[] = [
  ["all", {}],
  ["favourites", { favorites_only: true }],
  ["unvisited", { unvisited_only: true }],
  ["a folder", { folder_id: 7 }],
  ["all, oldest first", { sort: "oldest" }],
  ["all, by title", { sort: "title" }],
  ["favourites, by title", { favorites_only: true, sort: "title" }],
];

const pathOf = ({ kind, query }: Case): string => {
  if (kind === "tags") return "/api/tags/";
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `/api/links/${kind === "count" ? "count" : ""}${text.length === 0 ? "" : `?${text.join("&")}`}`;
};

/** The cursor of the middle of a list, found page by page, as a client does. */
async function middleOf(db: Kysely<LinksTables>, userId: UserId, filters: LinkListQuery): Promise<string> {
  const half = (await countLinks(db, userId, filters)) / 2;
  let cursor: string | undefined;
  for (let passed = 0; passed < half; passed += 100) {
    ({ nextCursor: cursor } = await listLinks(db, userId, {
      ...filters,
      size: Math.min(100, Math.ceil(half - passed)),
      ...(cursor === undefined ? {} : { cursor }),
    }));
  }
  return cursor ?? "";
}

/** Each list's first page, its page in the middle, and its count. */
async function casesOf(db: Kysely<LinksTables>, userId: UserId): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [name, filters] of lists) {
    cases.push({ name: `${name}, first page`, kind: "list", query: filters });
    cases.push({
      name: `${name}, in the middle`,
      kind: "list",
      query: { ...filters, cursor: await middleOf(db, userId, filters) },
    });
    if (filters.sort === undefined) cases.push({ name: `${name}, count`, kind: "count", query: filters });
  }
  cases.push({ name: "tags", kind: "tags", query: {} });
  return cases.filter(({ name }) => name.includes(ONLY));
}

/** Starts a program, which ends with `cleanUp`. @param input of its standard input */
function startProgram(args: string[], env: Record<string, string>, input = ""): void {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(input);
  atEnd(async () => {
    child.kill();
    await once(child, "exit");
  });
}

try {
  const [{ settings, logger }, databaseUrl] = await Promise.all([startBus("error"), startDatabase()]);
  const where = { ...settings, DATABASE_URL: databaseUrl, ADDRESS_KEY: "for-this-measurement-only-0123456789" };
  const links = await startLinks(readConfig(LinksConfig, where), logger);
  await eventually(async () => (await links.checks())["links tables"] === "ok");
  await links.stop();

  const pool = openPool({ url: databaseUrl, name: "bench", logger, connections: 1 });
  const began = performance.now();
  await seed(pool);
  const all = LARGE + SMALL + ACCOUNTS * 20;
  say(`seeded    ${all.toLocaleString("en")} links, ${Math.round((performance.now() - began) / 1000)} s`);

  const queries: CompiledQuery[] = [];
  const db = queriesOver<LinksTables>(pool);
  const watched = new Kysely<LinksTables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void queries.push(event.query),
  });
  const cases = { large: await casesOf(db, large), small: await casesOf(db, small) };
  const statements: CompiledQuery[] = [];
  for (const [owner, some] of [
    [large, cases.large],
    [small, cases.small],
  ] as const) {
    for (const { kind, query } of some) {
      queries.length = 0;
      if (kind === "tags") await listTags(watched, owner);
      else await (kind === "list" ? listLinks(watched, owner, query) : countLinks(watched, owner, query));
      // A part of the archive in the order of titles is counted first.
      statements.push(...queries.slice(-1));
    }
  }
  await pool.end();

  const [gatewayPort, barePort] = [await freePort(), await freePort()];
  const [gateway, bare] = [`http://127.0.0.1:${gatewayPort}`, `http://127.0.0.1:${barePort}`];
  startProgram([new URL("../services/gateway/dist/main.js", import.meta.url).pathname], {
    ...where,
    PORT: String(gatewayPort),
    TOKEN_KEY: KEY,
    LOG_LEVEL: "error",
  });
  startProgram(
    ["--import", "tsx", new URL("./bare.ts", import.meta.url).pathname],
    { DATABASE_URL: databaseUrl, PORT: String(barePort) },
    JSON.stringify(statements.map(({ sql, parameters }) => ({ sql, parameters }))),
  );
  await Promise.all([eventually(() => fetch(`${gateway}/api/config`)), eventually(() => fetch(`${bare}/0`))]);

  say(`machine   ${machine()}; ${CONNECTIONS} connections, ${SECONDS} s each`);
  say(
    `| list | of the bare limit | p99 large ÷ small | ${LARGE.toLocaleString("en")} links: per second, p50, p99 ms | ${SMALL} links | bare, large |`,
  );
  say("|---|---|---|---|---|---|");
  const shown = ({ perSecond, p50, p99 }: Figures): string =>
    `${Math.round(perSecond).toLocaleString("en")}, ${p50.toFixed(1)}, ${p99.toFixed(1)}`;
  const [largeToken, smallToken] = await Promise.all([accessToken(KEY, large), accessToken(KEY, small)]);
  for (const [n, one] of cases.large.entries()) {
    const other = cases.small[n];
    if (other === undefined) continue;
    // All three in turn, so that other load on the machine affects each.
    const run = async (seconds: number): Promise<[Figures, Figures, Figures]> => [
      await load(bare, `/${n}`, undefined, seconds),
      await load(gateway, pathOf(one), largeToken, seconds),
      await load(gateway, pathOf(other), smallToken, seconds),
    ];
    await run(0.5);
    const [limit, big, little] = await run(SECONDS);
    const share = `${Math.round((100 * big.perSecond) / limit.perSecond)} %`;
    say(
      `| ${one.name} | ${share} | ${(big.p99 / little.p99).toFixed(1)} | ${shown(big)} | ${shown(little)} | ${shown(limit)} |`,
    );
  }
} finally {
  await cleanUp();
}
