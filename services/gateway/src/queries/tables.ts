import {
  type BlobStore,
  ConcurrencyLimit,
  type CopyKey,
  type Pool,
  type ProjectionProgress,
  queriesOver,
} from "@satchel/chassis";
import {
  type CopyId,
  type DeletedLinksQuery,
  laterTexts,
  type Link,
  type LinkCount,
  type LinkDetail,
  type LinkFilters,
  type LinkId,
  type LinkListQuery,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import {
  type ArchiveTables,
  copyUse,
  exportCopies,
  findCopy,
  findHighlight,
  type FoundCopy,
  listCopies,
  listHighlights,
  newestCopies,
  readCopy,
  readPart,
} from "@satchel/archive/queries";
import { findFolder, folderIdsNamed, type FoldersTables, listFolders } from "@satchel/folders/queries";
import { findAnswers, findDigest, findUser, type IdentityTables, listReaders } from "@satchel/identity/queries";
import {
  countDeletedLinks,
  countLinks,
  countLists,
  exportLinks,
  findFaviconKey,
  findLink,
  findLinks,
  findLinkDetail,
  findPreviewKey,
  findTag,
  itemIds,
  linkIdsOfBulk,
  linkIdsWithTag,
  type LinkPage,
  type LinksTables,
  listDeletedLinks,
  listLinkIds,
  listLinks,
  listTags,
} from "@satchel/links/queries";
import { type CapturesTables, listCaptures, listConfirmations, listSources } from "@satchel/mail-ingest/queries";
import { type Archive, countFound, findNewest, findRelated, searchLinks } from "@satchel/search/queries";
import { type Kysely, sql } from "kysely";
import { SEARCHES_AT_ONCE } from "../limits.ts";
import { findBookmarks, findNumbered, listBookmarks } from "./bookmarks.ts";
import { withCopies, withCopy } from "./copies.ts";
import { findDuplicates } from "./duplicates.ts";
import { exportHighlights, listAllHighlights } from "./highlights.ts";
import { findRuleMatches } from "./rule-matches.ts";
import { searchReachesLinks } from "./search-progress.ts";

/** A user's links, and folders by name, for a search. */
const archiveOf = (db: Kysely<AllTables>, userId: UserId): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: (name) => folderIdsNamed(db, userId, name),
});

type AllTables = ArchiveTables & LinksTables & FoldersTables & IdentityTables & CapturesTables;

/**
 * What the gateway reads: the services' queries over their tables, each for one user.
 * @throws the driver's error where the database can't answer, or refuses a number (`answerTo`)
 */
export type Tables = ReturnType<typeof openTables>;

/** Opens the queries over a read-only pool. */
export function openTables(pool: Pool, progress: ProjectionProgress) {
  const db = queriesOver<AllTables>(pool);
  const over =
    <Args extends readonly unknown[], Result>(
      query: (db: Kysely<AllTables>, userId: UserId, ...args: Args) => Result,
    ) =>
    (userId: UserId, ...args: Args): Result =>
      query(db, userId, ...args);
  const searches = new ConcurrencyLimit({ concurrency: SEARCHES_AT_ONCE });
  const search = <Result>(userId: UserId, work: (archive: Archive) => Promise<Result>): Promise<Result> =>
    searches.run(userId, () => work(archiveOf(db, userId)));

  return {
    listLinks: async (userId: UserId, { q, ...query }: LinkListQuery): Promise<LinkPage> => {
      const page = await (q === undefined
        ? listLinks(db, userId, query)
        : search(userId, (archive) => searchLinks(archive, userId, { ...query, q })));
      return { ...page, links: await withCopies(db, userId, page.links) };
    },
    countLinks: async (userId: UserId, { q, ...filters }: LinkFilters): Promise<LinkCount> =>
      q === undefined
        ? { count: await countLinks(db, userId, filters) }
        : search(userId, (archive) => countFound(archive, userId, { ...filters, q })),
    countLists: over(countLists),
    /** At most `limit` ids of the links of a list, the newest first, or of a search. */
    listLinkIds: (userId: UserId, { q, ...filters }: LinkFilters, limit: number): Promise<LinkId[]> =>
      q === undefined
        ? listLinkIds(db, userId, filters, limit)
        : search(userId, (archive) => findNewest(archive, userId, { ...filters, q }, limit)),
    itemIds: over(itemIds),
    /** Waits, within limits, until searches show what lists of the user show; false when they lag. */
    searchReachesLinks: (userId: UserId): Promise<boolean> => searchReachesLinks(db, progress, userId),
    linkIdsOfBulk: over(linkIdsOfBulk),
    linkIdsWithTag: over(linkIdsWithTag),
    listBookmarks: over(listBookmarks),
    findBookmarks: over(findBookmarks),
    findNumberedLink: over(findNumbered),
    listTags: over(listTags),
    findTag: over(findTag),
    listDeletedLinks: (userId: UserId, query: DeletedLinksQuery) => listDeletedLinks(db, userId, query, new Date()),
    countDeletedLinks: (userId: UserId) => countDeletedLinks(db, userId, new Date()),
    listDuplicates: over(findDuplicates),
    findLink: async (userId: UserId, id: LinkId): Promise<Link | undefined> =>
      withCopy(db, userId, await findLink(db, userId, id)),
    findLinkDetail: async (userId: UserId, id: LinkId): Promise<LinkDetail | undefined> =>
      withCopy(db, userId, await findLinkDetail(db, userId, id)),
    /** The links most related to one, the closest first. */
    findRelated: async (userId: UserId, id: LinkId): Promise<Link[]> => {
      const ids = await findRelated(db, userId, id, await countLinks(db, userId, {}));
      const links = ids.length === 0 ? [] : await withCopies(db, userId, await findLinks(db, userId, ids));
      return ids.flatMap((each) => links.find((link) => link.id === each) ?? []);
    },
    exportLinks: over(exportLinks),
    findPreviewKey: over(findPreviewKey),
    findFaviconKey: over(findFaviconKey),
    listFolders: over(listFolders),
    findFolder: over(findFolder),
    findUser: over(findUser),
    findDigest: over(findDigest),
    findAnswers: over(findAnswers),
    listReaders: over(listReaders),
    listCaptures: over(listCaptures),
    listSources: over(listSources),
    listConfirmations: over(listConfirmations),
    listCopies: over(listCopies),
    /** One version, the newest if none is named. @throws {SatchelError} `not-found`, also where the link is deleted */
    findCopy: async (userId: UserId, linkId: LinkId, version?: CopyId): Promise<FoundCopy> => {
      if ((await findLink(db, userId, linkId)) === undefined) {
        throw new SatchelError("not-found", laterTexts.copies.notFound);
      }
      return findCopy(db, userId, linkId, version);
    },
    newestCopies: over(newestCopies),
    readCopy: (store: BlobStore, copy: CopyKey) => readCopy(db, store, copy),
    readPart: over(readPart),
    copyUse: over(copyUse),
    exportCopies: over(exportCopies),
    listHighlights: over(listHighlights),
    matchRule: over(findRuleMatches),
    /** These links, the newest first. */
    findLinks: async (userId: UserId, ids: readonly LinkId[]): Promise<Link[]> =>
      withCopies(db, userId, ids.length === 0 ? [] : await findLinks(db, userId, ids)),
    findHighlight: over(findHighlight),
    listAllHighlights: over(listAllHighlights),
    exportHighlights: over(exportHighlights),
    /** `ok`, or why the tables can't be read. */
    check: async (): Promise<string> => {
      const readable = sql`select from links.checkpoints, folders.checkpoints, identity.checkpoints, search.checkpoints, archive.checkpoints limit 1`;
      return readable.execute(db).then(
        () => "ok",
        (error: unknown) => `unreadable: ${error instanceof Error ? error.message : String(error)}`,
      );
    },
  };
}
