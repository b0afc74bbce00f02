import { type BlobStore, type Pool, type ProjectionProgress, queriesOver } from "@satchel/chassis";
import {
  type Answers,
  type BulkId,
  type CaptureListQuery,
  type CopyId,
  type Digest,
  type DeletedLinksQuery,
  type Folder,
  type FolderId,
  type Highlight,
  type HighlightId,
  type HighlightListQuery,
  type Link,
  type LinkCount,
  type LinkDetail,
  type LinkFilters,
  type LinkId,
  type LinkListQuery,
  type Reader,
  type ListedHighlight,
  type NewRule,
  SatchelError,
  type Tag,
  programTexts,
  type User,
  type UserId,
} from "@satchel/contracts";
import {
  type ArchiveTables,
  copyUse,
  exportCopies,
  type ExportedCopy,
  findCopy,
  findHighlight,
  type FoundCopy,
  listCopies,
  listHighlights,
  newestCopies,
  readCopy,
  readPart,
  type StoredCopies,
} from "@satchel/archive/queries";
import { findFolder, folderIdsNamed, type FoldersTables, listFolders } from "@satchel/folders/queries";
import {
  findAnswers,
  findDigest,
  findUser,
  type FoundUser,
  type IdentityTables,
  listReaders,
} from "@satchel/identity/queries";
import {
  countDeletedLinks,
  countLinks,
  type ExportedLink,
  exportLinks,
  findFaviconKey,
  findLink,
  findLinks,
  findLinkDetail,
  findPreviewKey,
  findTag,
  type IdPage,
  itemIds,
  linkIdsOfBulk,
  linkIdsWithTag,
  type LinkPage,
  type LinksTables,
  listDeletedLinks,
  listLinkIds,
  listLinks,
  listTags,
  type RuleMatches,
} from "@satchel/links/queries";
import {
  type CapturePage,
  type CapturesTables,
  listCaptures,
  listConfirmations,
  listSources,
} from "@satchel/mail-ingest/queries";
import { type Archive, countFound, findNewest, findRelated, searchLinks } from "@satchel/search/queries";
import { type Kysely, sql } from "kysely";
import type { AddressedCopy } from "../copies/addresses.ts";
import { type Bookmark, type BookmarkPageQuery, findBookmarks, findNumbered, listBookmarks } from "./bookmarks.ts";
import { withCopies, withCopy } from "./copies.ts";
import { type DuplicatesPart, findDuplicates } from "./duplicates.ts";
import { exportHighlights, type HighlightPage, listAllHighlights } from "./highlights.ts";
import { findRuleMatches, type TextOf } from "./rule-matches.ts";
import { searchReachesLinks } from "./search-progress.ts";

/**
 * What the gateway reads: the services' queries over their tables, each for one user.
 * @throws the driver's error where the database can't answer, or refuses a number (`answerTo`)
 */
export interface Tables {
  listLinks(userId: UserId, query: LinkListQuery): Promise<LinkPage>;
  countLinks(userId: UserId, filters: LinkFilters): Promise<LinkCount>;
  /** Waits, within limits, until searches show what lists of the user show; false when they lag. */
  searchReachesLinks(userId: UserId): Promise<boolean>;
  listDeletedLinks(userId: UserId, query: DeletedLinksQuery): ReturnType<typeof listDeletedLinks>;
  countDeletedLinks(userId: UserId): Promise<number>;
  /** Pages that several links lead to, and the cursor of further ones. */
  listDuplicates(userId: UserId, cursor: string | undefined): Promise<DuplicatesPart>;
  findLink(userId: UserId, id: LinkId): Promise<Link | undefined>;
  findLinkDetail(userId: UserId, id: LinkId): Promise<LinkDetail | undefined>;
  /** The links most related to one, the closest first. */
  findRelated(userId: UserId, id: LinkId): Promise<Link[]>;
  /** At most `limit` ids of the links of a list, the newest first, or of a search. */
  listLinkIds(userId: UserId, filters: LinkFilters, limit: number): Promise<LinkId[]>;
  /** Which of these links are items: mails and files. */
  itemIds(userId: UserId, ids: readonly LinkId[]): Promise<Set<LinkId>>;
  /** Ids of the links whose last change was a bulk call's, page by page. */
  linkIdsOfBulk(userId: UserId, bulkId: BulkId, page: IdPage): Promise<LinkId[]>;
  /** Ids of the links with a tag, page by page. */
  linkIdsWithTag(userId: UserId, name: string, page: IdPage): Promise<LinkId[]>;
  /** A page of links for linkding's apps: their ids, and how many the whole list has. */
  listBookmarks(userId: UserId, query: BookmarkPageQuery): ReturnType<typeof listBookmarks>;
  /** Links with what linkding's apps and feeds show of them, in the order of the ids. */
  findBookmarks(userId: UserId, ids: readonly LinkId[]): Promise<Bookmark[]>;
  /** The link of this number. */
  findNumberedLink(userId: UserId, number: number): Promise<LinkId | undefined>;
  listTags(userId: UserId, limit?: number): Promise<Tag[]>;
  findTag(userId: UserId, name: string): Promise<Tag | undefined>;
  /** All links, the oldest first, or those of one folder (0: in none), streamed. */
  exportLinks(userId: UserId, folderId?: number): AsyncIterable<ExportedLink>;
  findPreviewKey(userId: UserId, id: LinkId): Promise<string | undefined>;
  findFaviconKey(userId: UserId, host: string): Promise<string | undefined>;
  listFolders(userId: UserId): Promise<Folder[]>;
  findFolder(userId: UserId, id: FolderId): Promise<Folder | undefined>;
  findUser(userId: UserId): Promise<User | undefined>;
  /** When the user gets a digest; undefined where they never chose. */
  findDigest(userId: UserId): Promise<Digest | undefined>;
  /** Whether mails of the user are answered; undefined where they never chose. */
  findAnswers(userId: UserId): Promise<Answers | undefined>;
  /** The addresses of the user's e-readers. */
  listReaders(userId: UserId): Promise<Reader[]>;
  /** The captures, the newest first. */
  listCaptures(userId: UserId, query: CaptureListQuery): Promise<CapturePage>;
  /** Who writes to the user's secret addresses; only one sender where it is named. */
  listSources(userId: UserId, sender?: string): ReturnType<typeof listSources>;
  listConfirmations(userId: UserId): ReturnType<typeof listConfirmations>;
  /** The copies of one of the user's links; empty for a link of someone else. */
  listCopies(userId: UserId, linkId: LinkId): Promise<StoredCopies>;
  /** One version, the newest if none is named. @throws {SatchelError} `not-found`, also where the link is deleted */
  findCopy(userId: UserId, linkId: LinkId, version?: CopyId): Promise<FoundCopy>;
  /** The newest copies of these links, of those that have one. */
  newestCopies(userId: UserId, ids: readonly LinkId[]): ReturnType<typeof newestCopies>;
  /** The octets of a copy; undefined where there are none. @throws where the store answers with others */
  readCopy(store: BlobStore, copy: AddressedCopy): ReturnType<typeof readCopy>;
  /** How far the article of a link was read. */
  readPart(userId: UserId, linkId: LinkId): Promise<number>;
  copyUse(userId: UserId): ReturnType<typeof copyUse>;
  exportCopies(userId: UserId): AsyncIterable<ExportedCopy>;
  /** The highlights of one of the user's links, in the order of its text. */
  listHighlights(userId: UserId, linkId: LinkId): Promise<Highlight[]>;
  /** What a rule would do to the links that are there. @param textOf the text of one version of a copy */
  matchRule(userId: UserId, rule: NewRule, textOf: TextOf): Promise<RuleMatches>;
  /** These links, the newest first. */
  findLinks(userId: UserId, ids: readonly LinkId[]): Promise<Link[]>;
  findHighlight(userId: UserId, linkId: LinkId, id: HighlightId): Promise<Highlight | undefined>;
  /** Highlights of all links, the newest first. */
  listAllHighlights(userId: UserId, query: HighlightListQuery): Promise<HighlightPage>;
  /** All highlights, link by link. */
  exportHighlights(userId: UserId): AsyncIterable<ListedHighlight>;
  /** `ok`, or why the tables can't be read. */
  check(): Promise<string>;
}

/** A user's links, and folders by name, for a search. */
const archiveOf = (db: Kysely<AllTables>, userId: UserId): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: (name) => folderIdsNamed(db, userId, name),
});

type AllTables = ArchiveTables & LinksTables & FoldersTables & IdentityTables & CapturesTables;

/** Opens the queries over a read-only pool. */
export function openTables(pool: Pool, progress: ProjectionProgress): Tables {
  const db = queriesOver<AllTables>(pool);

  return {
    listLinks: async (userId, { q, ...query }) => {
      const page = await (q === undefined
        ? listLinks(db, userId, query)
        : searchLinks(archiveOf(db, userId), userId, { ...query, q }));
      return { ...page, links: await withCopies(db, userId, page.links) };
    },
    countLinks: async (userId, { q, ...filters }) =>
      q === undefined
        ? { count: await countLinks(db, userId, filters) }
        : countFound(archiveOf(db, userId), userId, { ...filters, q }),
    listLinkIds: (userId, { q, ...filters }, limit) =>
      q === undefined
        ? listLinkIds(db, userId, filters, limit)
        : findNewest(archiveOf(db, userId), userId, { ...filters, q }, limit),
    itemIds: (userId, ids) => itemIds(db, userId, ids),
    searchReachesLinks: (userId) => searchReachesLinks(db, progress, userId),
    linkIdsOfBulk: (userId, bulkId, page) => linkIdsOfBulk(db, userId, bulkId, page),
    linkIdsWithTag: (userId, name, page) => linkIdsWithTag(db, userId, name, page),
    listBookmarks: (userId, query) => listBookmarks(db, userId, query),
    findBookmarks: (userId, ids) => findBookmarks(db, userId, ids),
    findNumberedLink: (userId, number) => findNumbered(db, userId, number),
    listTags: (userId, limit) => listTags(db, userId, limit),
    findTag: (userId, name) => findTag(db, userId, name),
    listDeletedLinks: (userId, query) => listDeletedLinks(db, userId, query, new Date()),
    countDeletedLinks: (userId) => countDeletedLinks(db, userId, new Date()),
    listDuplicates: (userId, cursor) => findDuplicates(db, userId, cursor),
    findLink: async (userId, id) => withCopy(db, userId, await findLink(db, userId, id)),
    findLinkDetail: async (userId, id) => withCopy(db, userId, await findLinkDetail(db, userId, id)),
    findRelated: async (userId, id) => {
      const ids = await findRelated(db, userId, id, await countLinks(db, userId, {}));
      const links = ids.length === 0 ? [] : await withCopies(db, userId, await findLinks(db, userId, ids));
      return ids.flatMap((each) => links.find((link) => link.id === each) ?? []);
    },
    exportLinks: (userId, folderId) => exportLinks(db, userId, folderId),
    findPreviewKey: (userId, id) => findPreviewKey(db, userId, id),
    findFaviconKey: (userId, host) => findFaviconKey(db, userId, host),
    listFolders: (userId) => listFolders(db, userId),
    findFolder: (userId, id) => findFolder(db, userId, id),
    findUser: async (userId) => {
      const found = await findUser(db, userId);
      return found === undefined ? undefined : toUser(found);
    },
    findDigest: (userId) => findDigest(db, userId),
    findAnswers: (userId) => findAnswers(db, userId),
    listReaders: (userId) => listReaders(db, userId),
    listCaptures: (userId, query) => listCaptures(db, userId, query),
    listSources: (userId, sender) => listSources(db, userId, sender),
    listConfirmations: (userId) => listConfirmations(db, userId),
    listCopies: (userId, linkId) => listCopies(db, userId, linkId),
    findCopy: async (userId, linkId, version) => {
      if ((await findLink(db, userId, linkId)) === undefined) {
        throw new SatchelError("not-found", programTexts.copies.notFound);
      }
      return findCopy(db, userId, linkId, version);
    },
    newestCopies: (userId, ids) => newestCopies(db, userId, ids),
    readCopy: (store, copy) => readCopy(db, store, copy),
    readPart: (userId, linkId) => readPart(db, userId, linkId),
    copyUse: (userId) => copyUse(db, userId),
    exportCopies: (userId) => exportCopies(db, userId),
    listHighlights: (userId, linkId) => listHighlights(db, userId, linkId),
    matchRule: (userId, rule, textOf) => findRuleMatches(db, userId, rule, textOf),
    findLinks: async (userId, ids) => withCopies(db, userId, ids.length === 0 ? [] : await findLinks(db, userId, ids)),
    findHighlight: (userId, linkId, id) => findHighlight(db, userId, linkId, id),
    listAllHighlights: (userId, query) => listAllHighlights(db, userId, query),
    exportHighlights: (userId) => exportHighlights(db, userId),
    check: async () => {
      const readable = sql`select from links.checkpoints, folders.checkpoints, identity.checkpoints, search.checkpoints, archive.checkpoints limit 1`;
      return readable.execute(db).then(
        () => "ok",
        () => "unreadable",
      );
    },
  };
}

/** An account as the HTTP contract shows it. */
const toUser = ({ createdAt, senderEmails, hasPassword }: FoundUser): User => ({
  created_at: createdAt,
  sender_emails: [...senderEmails],
  has_password: hasPassword,
});
