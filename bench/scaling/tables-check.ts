import { randomBytes } from "node:crypto";
import type { Link } from "@satchel/contracts";
import { eventually, type Fleet, type FleetService } from "@satchel/testing";
import pg from "pg";
import { accessToken } from "../access-token.ts";
import type { Ledger } from "./ledger.ts";

/** The services that have tables. */
const WITH_TABLES: readonly FleetService[] = ["identity", "links", "folders", "search", "archive", "mail-ingest"];
/**
 * The rows that are compared: without counts of folders that have no links, and without words that a sweep will remove
 * (decision 16).
 */
const COMPARED_ROWS: ReadonlyMap<string, string> = new Map([
  ["links.counts", "where total > 0"],
  ["search.sweeps", "where false"],
  ["search.vocabulary", `where case when in_text then ${havingWord("passages")} else ${havingWord("texts")} end`],
]);
function havingWord(table: string): string {
  return `exists (select from search.${table} o where o.words @@ ('''=' || t.user_id || ''' & ''' || t.word || '''')::tsquery)`;
}
/** Milliseconds for the texts of copies to be filed, which no projection does. */
const FILING_MS = 300_000;
/** Differences of one table that are shown. */
const SHOWN = 3;

/** A gateway that can be asked by itself, with no balancer in between. */
export interface Gateway {
  readonly name: string;
  readonly url: string;
}

/**
 * Reads all archives from every gateway, and compares them with the acknowledged changes.
 * @param key of access tokens. @returns a sentence for each difference
 */
export async function compareArchives(
  gateways: readonly Gateway[],
  key: string,
  ledgers: readonly Ledger[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const gateway of gateways) {
    for (const ledger of ledgers) {
      const token = await accessToken(key, ledger.userId);
      const read = async (path: string): Promise<{ body: unknown; cursor: string | null }> => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${gateway.url}${path}`, { headers });
        if (!answer.ok) throw new Error(`${gateway.name} answers ${path} with ${answer.status}`);
        return { body: await answer.json(), cursor: answer.headers.get("x-next-cursor") };
      };
      const shown = new Map<string, Link>();
      for (let cursor: string | null = ""; cursor !== null; ) {
        const next = await read(`/api/links/?size=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
        for (const link of next.body as Link[]) shown.set(link.url, link);
        cursor = next.cursor;
      }
      const kept = ledger.links.filter(({ isDeleted }) => !isDeleted);
      for (const { url, title, isFavorite, folderId, visits } of kept) {
        const link = shown.get(url);
        const isSame =
          link?.is_favorite === isFavorite &&
          link.folder_id === folderId &&
          link.visit_count === visits &&
          (title === undefined || link.title === title);
        if (!isSame) faults.push(`${gateway.name} shows ${url} as ${JSON.stringify(link)}`);
      }
      if (shown.size !== kept.length)
        faults.push(`${gateway.name} lists ${shown.size} links, and ${kept.length} are kept`);
      const counts: [string, number][] = [
        ["", kept.length],
        ["?favorites_only=true", kept.filter(({ isFavorite }) => isFavorite).length],
        ["?unvisited_only=true", kept.filter(({ visits }) => visits === 0).length],
      ];
      for (const [filter, expected] of counts) {
        const { count } = (await read(`/api/links/count${filter}`)).body as { count: number };
        if (count !== expected)
          faults.push(`${gateway.name} counts ${count} with "${filter}", and there are ${expected}`);
      }
      const names = ((await read("/api/folders/")).body as { name: string }[]).map(({ name }) => name).sort();
      if (
        names.join() !==
        ledger.folders
          .map(({ name }) => name)
          .sort()
          .join()
      ) {
        faults.push(`${gateway.name} shows the folders ${names.join(", ")}`);
      }
    }
  }
  return faults;
}

/** Rebuilds all tables in another database, and compares them row by row. @returns a sentence for each difference */
export async function compareWithRebuilt(
  fleet: Fleet,
  databaseUrl: string,
): Promise<{ faults: string[]; rows: number }> {
  const name = `rebuilt_${randomBytes(6).toString("hex")}`;
  const rebuiltUrl = new URL(databaseUrl);
  rebuiltUrl.pathname = `/${name}`;
  const admin = await connect(databaseUrl);
  await admin.query(`create database ${name}`);
  const members = await Promise.all(
    WITH_TABLES.map((service) => fleet.add(service, { DATABASE_URL: rebuiltUrl.href })),
  );
  const rebuilt = await connect(rebuiltUrl.href);
  const faults: string[] = [];
  let rows = 0;
  try {
    const tables = await tablesOf(admin);
    const others = await tablesOf(rebuilt);
    if (tables.join() !== others.join()) faults.push(`the tables are ${tables.join()}, and rebuilt ${others.join()}`);
    for (const client of [admin, rebuilt]) {
      await eventually(
        async () => {
          const { rows: due } = await client.query("select from search.filings where filed < sequence");
          if (due.length > 0) throw new Error(`${due.length} texts of copies are not filed`);
        },
        { timeout: FILING_MS, interval: 1000 },
      );
    }
    for (const table of tables) {
      const [ours, theirs] = await Promise.all([rowsOf(admin, table), rowsOf(rebuilt, table)]);
      rows += ours.size;
      const differing = [...ours].filter((row) => !theirs.has(row)).concat([...theirs].filter((row) => !ours.has(row)));
      if (differing.length === 0) continue;
      faults.push(`${table}: ${differing.length} rows differ, as ${differing.sort().slice(0, SHOWN).join(" and ")}`);
    }
  } finally {
    await Promise.all(members.map((member) => member.stop()));
    await rebuilt.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
  return { faults, rows };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** All tables of projections, without their checkpoints. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'public') and tablename <> 'checkpoints' order by 1`,
  );
  return rows.map((row) => row.name);
}

async function rowsOf(client: pg.Client, table: string): Promise<ReadonlySet<string>> {
  const sql = `select to_jsonb(t)::text as row from ${table} t ${COMPARED_ROWS.get(table) ?? ""}`;
  const { rows } = await client.query<{ row: string }>(sql);
  return new Set(rows.map(({ row }) => row));
}
