import { randomUUID } from "node:crypto";
import {
  createLogger,
  finishSchema,
  openPool,
  type Pool,
  queriesOver,
  recreateSchema,
  type TableDefinition,
} from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { atEnd, createTestDatabase } from "@satchel/testing";
import type { Kysely } from "kysely";
import { linksProjection } from "../src/projection/projection.ts";
import type { LinksTables } from "../src/projection/tables.ts";

/** The read tables of links, filled without events. */
export interface Tables {
  readonly pool: Pool;
  readonly db: Kysely<LinksTables>;
}

export async function openTables(): Promise<Tables> {
  const { url } = await createTestDatabase();
  const pool = openPool({ url, logger: createLogger("test", "silent"), name: "tables", connections: 4 });
  atEnd(() => pool.end());
  await recreateSchema(pool, linksProjection, "links");
  await finishSchema(pool, linksProjection, "links", new AbortController().signal);
  return { pool, db: queriesOver<LinksTables>(pool) };
}

/** Columns of a link's row. */
export type LinkColumns = Readonly<Record<string, unknown>>;

/** The row of a link as it was added. */
type AddedLink = LinkColumns & { readonly id: string; readonly folder_id: unknown };

const defaults: Readonly<Record<string, unknown>> = {
  text: "",
  "text[]": [],
  boolean: false,
  int: 0,
  bigint: 0,
  timestamptz: "2026-01-01T00:00:00Z",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const { columns } = linksProjection.tables.find(({ name }) => name === "links") as TableDefinition;

let position = 0;

/** Adds links, each saved a minute after the one before. Missing columns are empty. */
export async function addLinks(
  { pool }: Pick<Tables, "pool">,
  userId: UserId,
  links: readonly LinkColumns[],
): Promise<AddedLink[]> {
  const rows = links.map((given) => {
    position++;
    const saved_at = new Date(Date.UTC(2026, 0, 1) + position * 60_000).toISOString();
    const url = `https://example.com/${position}`;
    const empty = Object.entries(columns).map(([name, type]) => [name, type.endsWith("?") ? null : defaults[type]]);
    const known = {
      user_id: userId,
      id: randomUUID(),
      page_id: randomUUID(),
      url,
      host: "example.com",
      saved_at,
      position,
      number: position,
    };
    return { ...Object.fromEntries(empty), ...known, ...given } as AddedLink;
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
  return rows;
}

/** A user with these links. */
export async function givenLinks(tables: Tables, links: readonly LinkColumns[]): Promise<{ readonly userId: UserId }> {
  const userId = randomUUID() as UserId;
  await addLinks(tables, userId, links);
  return { userId };
}
