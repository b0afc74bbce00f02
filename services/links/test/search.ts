import { randomUUID } from "node:crypto";
import { createLogger, createTable, openPool, type Pool, queriesOver, type TableDefinition } from "@satchel/chassis";
import type { FolderId, Link, LinkCount, LinkListQuery, UserId } from "@satchel/contracts";
import { atEnd, createTestDatabase } from "@satchel/testing";
import type { Kysely } from "kysely";
import { tables } from "../src/projection/tables.ts";
import { countLinks, findLinks, type LinksTables, search } from "../src/queries/index.ts";
import { newUser } from "./system.ts";

/** The read tables of links alone, filled by hand. */
export interface Shelf {
  readonly pool: Pool;
  readonly db: Kysely<LinksTables>;
}

export async function openTables(): Promise<Shelf> {
  const { url } = await createTestDatabase();
  const pool = openPool({ url, logger: createLogger("test", "silent"), name: "search", connections: 4 });
  atEnd(() => pool.end());
  await pool.query("create schema links");
  for (const statement of tables.flatMap((table) => createTable("links", table))) await pool.query(statement);
  return { pool, db: queriesOver<LinksTables>(pool) };
}

/** Columns of a link's row. */
export type Given = Readonly<Record<string, unknown>>;

const defaults: Readonly<Record<string, unknown>> = {
  text: "",
  "text[]": [],
  boolean: false,
  int: 0,
  bigint: 0,
  timestamptz: "2026-01-01T00:00:00Z",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const definition = (name: string): TableDefinition => tables.find((table) => table.name === name) as TableDefinition;

let position = 0;

/** Adds links; what is not given is empty, and each is saved a minute after the one before. */
export async function addLinks({ pool }: Shelf, userId: UserId, links: readonly Given[]): Promise<string[]> {
  const { columns } = definition("links");
  const rows = links.map((given) => {
    position++;
    const saved_at = new Date(Date.UTC(2026, 0, 1) + position * 60_000).toISOString();
    const url = `https://example.com/${position}`;
    const empty = Object.entries(columns).map(([name, type]) => [name, type.endsWith("?") ? null : defaults[type]]);
    const known = { user_id: userId, id: randomUUID(), url, host: "example.com", saved_at, position };
    return { ...Object.fromEntries(empty), ...known, ...given } as Given & { id: string; folder_id: unknown };
  });
  await pool.query(
    "insert into links.known_folders select $1, id from unnest($2::int[]) as id on conflict do nothing",
    [userId, rows.flatMap((row) => (typeof row.folder_id === "number" ? [row.folder_id] : []))],
  );
  // By name: PostgreSQL makes further columns itself.
  const names = Object.keys(columns).join(", ");
  await pool.query(
    `insert into links.links (${names}) select ${names} from json_populate_recordset(null::links.links, $1)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

const archiveOf = ({ db }: Shelf, userId: UserId, folders: Readonly<Record<string, number[]>>): search.Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: async (name) => (folders[name] ?? []) as FolderId[],
});

/** Searches as the gateway does. */
export const searching = (shelf: Shelf, userId: UserId, folders: Readonly<Record<string, number[]>> = {}) => ({
  page: (q: string, query: LinkListQuery = {}): Promise<{ links: Link[]; nextCursor: string | undefined }> =>
    search.searchLinks(archiveOf(shelf, userId, folders), userId, { ...query, q }),
  titles: async (q: string, query: LinkListQuery = {}): Promise<(string | null)[]> => {
    const { links } = await search.searchLinks(archiveOf(shelf, userId, folders), userId, { size: 100, ...query, q });
    return links.map(({ title }) => title);
  },
  count: (q: string, named = folders): Promise<LinkCount> =>
    search.countFound(archiveOf(shelf, userId, named), userId, { q }),
  ids: (q: string, limit: number) => search.findNewest(archiveOf(shelf, userId, folders), userId, { q }, limit),
});

export const titled = (...titles: string[]): Given[] => titles.map((own_title) => ({ own_title }));

/** A user with these links, and how to search them. */
export async function givenLinks(
  shelf: Shelf,
  links: readonly Given[],
  folders: Readonly<Record<string, number[]>> = {},
) {
  const userId = newUser();
  await addLinks(shelf, userId, links);
  return { userId, ...searching(shelf, userId, folders) };
}
