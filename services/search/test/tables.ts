import { randomUUID } from "node:crypto";
import {
  createLogger,
  finishSchema,
  foldChanges,
  openPool,
  type Pool,
  queriesOver,
  recreateSchema,
  statementOf,
  type StoredEvent,
} from "@satchel/chassis";
import {
  type AnyEvent,
  type FolderId,
  type Link,
  type LinkCount,
  type LinkListQuery,
  parseSubject,
  type UserId,
} from "@satchel/contracts";
import { linksProjection } from "@satchel/links";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { addLinks as addRows, type LinkColumns } from "@satchel/links/test/tables.ts";
import { atEnd, createTestDatabase } from "@satchel/testing";
import type { Kysely } from "kysely";
import { searchProjection } from "../src/projection/projection.ts";
import { type Archive, countFound, findNewest, searchLinks } from "../src/queries/index.ts";

/** The read tables of links and of their words. */
export interface Tables {
  readonly pool: Pool;
  /** With the role of the gateway. */
  readonly reader: Pool;
  readonly db: Kysely<LinksTables>;
}

export type { LinkColumns };

export const newUser = (): UserId => randomUUID() as UserId;

export async function openTables(): Promise<Tables> {
  const { url } = await createTestDatabase();
  const logger = createLogger("test", "silent");
  const pool = openPool({ url, logger, name: "search", connections: 4 });
  const reader = openPool({ url, logger, name: "reader", connections: 4, readOnly: true });
  atEnd(async () => void (await Promise.all([pool.end(), reader.end()])));
  for (const projection of [linksProjection, searchProjection]) {
    await recreateSchema(pool, projection, projection.name);
    await finishSchema(pool, projection, projection.name, new AbortController().signal);
  }
  return { pool, reader, db: queriesOver<LinksTables>(reader) };
}

/** Adds links and their words; each is saved a minute after the one before. */
export async function addLinks(
  tables: Pick<Tables, "pool">,
  userId: UserId,
  links: readonly LinkColumns[],
): Promise<string[]> {
  const rows = await addRows(
    tables,
    userId,
    links.map(({ host = "example.com", ...given }) => ({
      host,
      url: `https://${String(host)}/${++sequence}`,
      ...given,
    })),
  );
  await applyEvents(tables, userId, rows.flatMap(eventsOf));
  return rows.map(({ id }) => id);
}

let sequence = 0;

/** An event of a link, without what is the same for all. */
export type LinkEvent = AnyEvent & { readonly linkId: string };

/** The events of a link that has such a row. */
export function eventsOf(row: LinkColumns & { readonly id: string }): LinkEvent[] {
  const optional = (data: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined));
  const { id: linkId, url, own_title, suggested_title, own_description, notes, own_tags } = row;
  const saved = { url, origin: { kind: "page" }, title: own_title, suggestedTitle: suggested_title, notes };
  const page = { title: row.page_title, description: row.page_description };
  const described = {
    url,
    finalUrl: row.final_url ?? url,
    attempts: 1,
    page: { ...optional(page), tags: row.page_tags },
  };
  const more = { description: own_description, tags: own_tags };
  return [
    { linkId, type: "LinkSaved", data: optional({ ...saved, ...more }) } as LinkEvent,
    { linkId, type: "PageDescribed", data: described } as LinkEvent,
  ];
}

/** Applies events of a user's links to the tables of the search, as its projection does. */
export const applyEvents = (
  tables: Pick<Tables, "pool">,
  userId: UserId,
  events: readonly LinkEvent[],
): Promise<void> =>
  applyEventsOf(
    tables,
    events.map((event) => ({ ...event, userId })),
  );

/** The same for events of several users. */
export async function applyEventsOf(
  { pool }: Pick<Tables, "pool">,
  events: readonly (LinkEvent & { readonly userId: UserId })[],
): Promise<void> {
  const stored = events.map(({ userId, linkId, ...event }): StoredEvent => {
    sequence++;
    const subject = `journal.0.${userId}.links.${linkId}`;
    const correlation = { correlationId: "", causationId: "", traceparent: "" };
    const rest = { id: randomUUID(), version: 1, time: new Date(), sequence, subject, correlation };
    return { ...event, ...rest, at: parseSubject(subject) } as StoredEvent;
  });
  const { tables } = searchProjection;
  const changes = stored.flatMap((event) => searchProjection.project(event));
  for (const { text, values } of foldChanges(tables, changes).map((step) => statementOf("search", step))) {
    await pool.query(text, [...values]);
  }
}

const archiveOf = ({ db }: Tables, userId: UserId, folders: Readonly<Record<string, number[]>>): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: async (name) => (folders[name] ?? []) as FolderId[],
});

/** Searches as the gateway does. */
export const searching = (tables: Tables, userId: UserId, folders: Readonly<Record<string, number[]>> = {}) => ({
  page: (q: string, query: LinkListQuery = {}): Promise<{ links: Link[]; nextCursor: string | undefined }> =>
    searchLinks(archiveOf(tables, userId, folders), userId, { ...query, q }),
  titles: async (q: string, query: LinkListQuery = {}): Promise<(string | null)[]> => {
    const { links } = await searchLinks(archiveOf(tables, userId, folders), userId, { size: 100, ...query, q });
    return links.map(({ title }) => title);
  },
  count: (q: string, named = folders): Promise<LinkCount> =>
    countFound(archiveOf(tables, userId, named), userId, { q }),
  ids: (q: string, limit: number) => findNewest(archiveOf(tables, userId, folders), userId, { q }, limit),
});

export const titled = (...titles: string[]): LinkColumns[] => titles.map((own_title) => ({ own_title }));

/** A user with these links, and a function to search them. */
export async function givenLinks(
  tables: Tables,
  links: readonly LinkColumns[],
  folders: Readonly<Record<string, number[]>> = {},
) {
  const userId = newUser();
  const linkIds = await addLinks(tables, userId, links);
  return { userId, linkIds, ...searching(tables, userId, folders) };
}
