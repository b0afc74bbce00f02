import { isTransient, type Logger, type Pool, queriesOver } from "@satchel/chassis";
import {
  type BulkId,
  type CaptureListQuery,
  type Folder,
  type FolderId,
  isSatchelError,
  type Link,
  type LinkCount,
  type LinkDetail,
  type LinkFilters,
  type LinkId,
  type LinkListQuery,
  SatchelError,
  type Tag,
  texts,
  type User,
  type UserId,
} from "@satchel/contracts";
import { findFolder, type FoldersTables, listFolders } from "@satchel/folders/queries";
import { findUser, type FoundUser, type IdentityTables } from "@satchel/identity/queries";
import {
  countLinks,
  type ExportedLink,
  exportLinks,
  findFaviconKey,
  findLink,
  findLinkDetail,
  findPreviewKey,
  findTag,
  type IdPage,
  linkIdsOfBulk,
  linkIdsWithTag,
  type LinkPage,
  type LinksTables,
  listLinkIds,
  listLinks,
  listTags,
  search,
} from "@satchel/links/queries";
import { type CapturePage, type CapturesTables, listCaptures } from "@satchel/mail-ingest/queries";
import { archiveOf } from "./searching.ts";

/**
 * What the gateway reads: the services' queries over their tables. Every one asks for the user, so that nothing of
 * another's is ever found.
 * @throws {SatchelError} `unavailable` where the database can't answer for the moment
 */
export interface Tables {
  listLinks(userId: UserId, query: LinkListQuery): Promise<LinkPage>;
  countLinks(userId: UserId, filters: LinkFilters): Promise<LinkCount>;
  findLink(userId: UserId, id: LinkId): Promise<Link | undefined>;
  findLinkDetail(userId: UserId, id: LinkId): Promise<LinkDetail | undefined>;
  /** Ids of the links of a list, the newest first, or as a search finds them; so many at most. */
  listLinkIds(userId: UserId, filters: LinkFilters, limit: number): Promise<LinkId[]>;
  /** Ids of the links that a bulk call changed last, page by page. */
  linkIdsOfBulk(userId: UserId, bulkId: BulkId, page: IdPage): Promise<LinkId[]>;
  /** Ids of the links that show a tag, page by page. */
  linkIdsWithTag(userId: UserId, name: string, page: IdPage): Promise<LinkId[]>;
  listTags(userId: UserId): Promise<Tag[]>;
  findTag(userId: UserId, name: string): Promise<Tag | undefined>;
  /** All links, the oldest first, or those of one folder (0: in none), read while they are taken. */
  exportLinks(userId: UserId, folderId?: number): AsyncIterable<ExportedLink>;
  findPreviewKey(userId: UserId, id: LinkId): Promise<string | undefined>;
  findFaviconKey(userId: UserId, host: string): Promise<string | undefined>;
  listFolders(userId: UserId): Promise<Folder[]>;
  findFolder(userId: UserId, id: FolderId): Promise<Folder | undefined>;
  findUser(userId: UserId): Promise<User | undefined>;
  /** What came by mail, the newest first. */
  listCaptures(userId: UserId, query: CaptureListQuery): Promise<CapturePage>;
  /** `ok`, or what keeps the tables from being read. */
  check(): Promise<string>;
}

type AllTables = LinksTables & FoldersTables & IdentityTables & CapturesTables;

/** Opens the queries over a pool that may only read. */
export function openTables(pool: Pool, logger: Logger): Tables {
  const db = queriesOver<AllTables>(pool);

  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isSatchelError(error)) throw error;
      if (isOutOfRange(error)) throw new SatchelError("invalid", texts.server.invalid);
      if (!isTransient(error)) throw error;
      logger.warn({ err: error }, "the tables can't be read");
      throw new SatchelError("unavailable", texts.server.unavailable);
    }
  };

  return {
    listLinks: (userId, { q, ...query }) =>
      read(() =>
        q === undefined
          ? listLinks(db, userId, query)
          : search.searchLinks(archiveOf(db, userId), userId, { ...query, q }),
      ),
    countLinks: (userId, { q, ...filters }) =>
      read(async () =>
        q === undefined
          ? { count: await countLinks(db, userId, filters) }
          : search.countFound(archiveOf(db, userId), userId, { ...filters, q }),
      ),
    listLinkIds: (userId, { q, ...filters }, limit) =>
      read(() =>
        q === undefined
          ? listLinkIds(db, userId, filters, limit)
          : search.findNewest(archiveOf(db, userId), userId, { ...filters, q }, limit),
      ),
    linkIdsOfBulk: (userId, bulkId, page) => read(() => linkIdsOfBulk(db, userId, bulkId, page)),
    linkIdsWithTag: (userId, name, page) => read(() => linkIdsWithTag(db, userId, name, page)),
    listTags: (userId) => read(() => listTags(db, userId)),
    findTag: (userId, name) => read(() => findTag(db, userId, name)),
    findLink: (userId, id) => read(() => findLink(db, userId, id)),
    findLinkDetail: (userId, id) => read(() => findLinkDetail(db, userId, id)),
    exportLinks: (userId, folderId) => exportLinks(db, userId, folderId),
    findPreviewKey: (userId, id) => read(() => findPreviewKey(db, userId, id)),
    findFaviconKey: (userId, host) => read(() => findFaviconKey(db, userId, host)),
    listFolders: (userId) => read(() => listFolders(db, userId)),
    findFolder: (userId, id) => read(() => findFolder(db, userId, id)),
    findUser: async (userId) => {
      const found = await read(() => findUser(db, userId));
      return found === undefined ? undefined : toUser(found);
    },
    listCaptures: (userId, query) => read(() => listCaptures(db, userId, query)),
    check: async () => {
      const text = "select from links.checkpoints, folders.checkpoints, identity.checkpoints limit 1";
      return pool.query(text).then(
        () => "ok",
        () => "unreadable",
      );
    },
  };
}

// SQLSTATE 22003 (PostgreSQL manual, appendix A): a number that the caller named is larger than any that is kept.
const isOutOfRange = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "22003";

/** An account as the HTTP contract shows it. */
const toUser = ({ createdAt, senderEmails, hasPassword }: FoundUser): User => ({
  created_at: createdAt,
  sender_emails: [...senderEmails],
  has_password: hasPassword,
});
