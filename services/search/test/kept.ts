import { randomUUID } from "node:crypto";
import { createLogger, openCopyTexts, openPool, queriesOver, readConfig, type RunningService } from "@satchel/chassis";
import { ready } from "@satchel/chassis/test/service-world.ts";
import {
  aggregateSubject,
  type AnyEvent,
  type CopyId,
  highlightsSubject,
  type Link,
  type LinkId,
  type LinkListQuery,
  type UserId,
} from "@satchel/contracts";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { newUser, save, startSystem, type System } from "@satchel/links/test/system.ts";
import { atEnd, eventually } from "@satchel/testing";
import { SearchConfig, startSearch } from "../src/index.ts";
import { type Archive, searchLinks } from "../src/queries/index.ts";

export const logger = createLogger("test", "silent");

/** Links and search running, with copies and highlights as the archive records them. */
export interface Kept {
  readonly system: System;
  start(): Promise<void>;
  stop(): Promise<void>;
  archiveOf(userId: UserId): Archive;
  search(userId: UserId, q: string, query?: LinkListQuery): Promise<Link[]>;
  titles(userId: UserId, q: string, query?: LinkListQuery): Promise<(string | null)[]>;
  append(subject: string, event: AnyEvent): Promise<number>;
  tell(userId: UserId, linkId: LinkId, event: AnyEvent): Promise<void>;
  aboutHighlights(userId: UserId, linkId: LinkId, event: AnyEvent): Promise<number>;
  /** Keeps a version of a link's page with this text, as the archive does. */
  keep(userId: UserId, linkId: LinkId, text: string, language?: string): Promise<CopyId>;
  /** The sequence of the last event that a user's passages were filed from, and whether another is known. */
  filings(userId: UserId): Promise<{ filed: number; sequence: number }[]>;
  /** Waits until all is filed up to the last event about a user's copies. */
  filed(userId: UserId): Promise<unknown>;
  saveTitled(userId: UserId, title: string): Promise<LinkId>;
  /** A user with one link whose page is kept. */
  givenCopy(text: string, title?: string): Promise<{ userId: UserId; linkId: LinkId; version: CopyId }>;
  passagesOf(userId: UserId): Promise<unknown[]>;
}

/** Starts it, until the end of the test file. */
export async function startKept(): Promise<Kept> {
  const system = await startSystem(["links"]);
  let running: RunningService;
  const start = async (): Promise<void> => {
    running = await startSearch(readConfig(SearchConfig, system.env), logger);
    await ready(running);
  };
  await start();
  const texts = await openCopyTexts(system.bus);
  const reader = openPool({
    url: system.env.DATABASE_URL ?? "",
    logger,
    name: "reader",
    connections: 2,
    readOnly: true,
  });
  const db = queriesOver<LinksTables>(reader);
  const stop = (): Promise<void> => running.stop();
  atEnd(async () => {
    await stop();
    await reader.end();
  });

  const archiveOf = (userId: UserId): Archive => ({
    db,
    load: (ids) => findLinks(db, userId, ids),
    count: (filters) => countLinks(db, userId, filters),
    folders: async () => [],
  });

  const search = async (userId: UserId, q: string, query: LinkListQuery = {}): Promise<Link[]> =>
    (await searchLinks(archiveOf(userId), userId, { size: 100, ...query, q })).links;

  const titles = async (userId: UserId, q: string, query: LinkListQuery = {}): Promise<(string | null)[]> =>
    (await search(userId, q, query)).map(({ title }) => title);

  const append = async (subject: string, event: AnyEvent): Promise<number> => {
    const last = await system.journal.last(subject);
    const expected = last?.sequence ?? 0;
    return (await system.journal.append({ subject, event: { id: randomUUID(), ...event }, expected })).sequence;
  };

  /** The last event about each user's copies. */
  const told = new Map<UserId, number>();

  async function tell(userId: UserId, linkId: LinkId, event: AnyEvent): Promise<void> {
    const sequence = await append(aggregateSubject(userId, "archive", linkId), event);
    if (event.type !== "ReadingMoved") told.set(userId, sequence);
  }

  const aboutHighlights = (userId: UserId, linkId: LinkId, event: AnyEvent): Promise<number> =>
    append(highlightsSubject(userId, linkId), event);

  async function keep(userId: UserId, linkId: LinkId, text: string, language = "en"): Promise<CopyId> {
    const version = randomUUID() as CopyId;
    await texts.put({ userId, linkId, version }, text);
    const data = {
      linkId,
      version,
      source: "fetch",
      type: "text/html",
      sha256: "0".repeat(64),
      bytes: 1,
      leftOut: 0,
      language,
    };
    await tell(userId, linkId, { type: "PageKept", data } as AnyEvent);
    return version;
  }

  const filings = async (userId: UserId): Promise<{ filed: number; sequence: number }[]> =>
    (await system.pool.query("select filed, sequence from search.filings where user_id = $1", [userId])).rows;

  const filed = (userId: UserId): Promise<unknown> =>
    eventually(async () => {
      const rows = await filings(userId);
      const last = Math.max(...rows.map(({ sequence }) => Number(sequence)));
      return last >= (told.get(userId) ?? 0) && rows.every((row) => Number(row.filed) === Number(row.sequence));
    });

  let sites = 0;
  const saveTitled = (userId: UserId, title: string): Promise<LinkId> =>
    save(system, userId, `https://example.com/${++sites}`, { title });

  async function givenCopy(text: string, title = "Kept"): Promise<{ userId: UserId; linkId: LinkId; version: CopyId }> {
    const userId = newUser();
    const linkId = await saveTitled(userId, title);
    const version = await keep(userId, linkId, text);
    await filed(userId);
    return { userId, linkId, version };
  }

  const passagesOf = async (userId: UserId): Promise<unknown[]> =>
    (await system.pool.query("select * from search.passages where user_id = $1 order by id, part", [userId])).rows;
  return {
    system,
    start,
    stop,
    archiveOf,
    search,
    titles,
    append,
    tell,
    aboutHighlights,
    keep,
    filings,
    filed,
    saveTitled,
    givenCopy,
    passagesOf,
  };
}
