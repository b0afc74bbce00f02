import { type BlobStore, queriesOver } from "@satchel/chassis";
import { type ArchiveTables, type Manifest, newestCopies, readCopy } from "@satchel/archive/queries";
import { type DigestLinks, type FolderId, type Link, type LinkId, type UserId } from "@satchel/contracts";
import { findFolder, folderIdsNamed, type FoldersTables } from "@satchel/folders/queries";
import { countLinks, findDigestLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { type CapturesTables, latestResults } from "@satchel/mail-ingest/queries";
import { type Archive, searchLinks } from "@satchel/search/queries";
import { unzip, type Unzipped } from "fflate";
import type { Kysely } from "kysely";
import type { KeptArticle } from "../domain/command-answers.ts";
import { ARTICLE_BYTES } from "../limits.ts";

/** What answers are made of: the queries of other services, each for one user. */
export interface Tables {
  /** Links that are not deleted, by their ids. */
  findLinks(userId: UserId, ids: readonly LinkId[]): Promise<Map<LinkId, Link>>;
  folderName(userId: UserId, id: FolderId): Promise<string | undefined>;
  /** The first links of a search. @throws {SatchelError} `invalid` for one that can't be read */
  search(userId: UserId, words: string, size: number): Promise<{ links: Link[]; hasMore: boolean }>;
  /** The links of the account's last answer to a search. */
  latestResults(userId: UserId): Promise<readonly LinkId[] | undefined>;
  /** What a digest is about, and which of its links have a copy. */
  findDigest(
    userId: UserId,
    query: Parameters<typeof findDigestLinks>[2],
  ): Promise<{ readonly links: DigestLinks; readonly kept: ReadonlySet<LinkId> }>;
  /** The article of a link's newest copy; undefined when it has none, or a very long one. */
  findArticle(userId: UserId, id: LinkId): Promise<KeptArticle | undefined>;
}

type AllTables = ArchiveTables & LinksTables & FoldersTables & CapturesTables;

export function openTables(pool: Parameters<typeof queriesOver>[0], store: BlobStore): Tables {
  const db = queriesOver<AllTables>(pool);
  return {
    findLinks: async (userId, ids) => new Map((await findLinks(db, userId, ids)).map((link) => [link.id, link])),
    folderName: async (userId, id) => (await findFolder(db, userId, id))?.name,
    search: async (userId, words, size) => {
      const { links, nextCursor } = await searchLinks(archiveOf(db, userId), userId, { q: words, size });
      return { links, hasMore: nextCursor !== undefined };
    },
    latestResults: (userId) => latestResults(db, userId),
    findDigest: async (userId, query) => {
      const links = await findDigestLinks(db, userId, query);
      const copies = await newestCopies(
        db,
        userId,
        links.gone.map(({ id }) => id),
      );
      return { links, kept: new Set(copies.keys()) };
    },
    findArticle: async (userId, id) => {
      const copy = (await newestCopies(db, userId, [id])).get(id);
      if (copy === undefined || copy.words === null) return undefined;
      const zip = await readCopy(db, store, { userId, linkId: id, version: copy.version });
      return zip === undefined ? undefined : articleIn(await unpack(zip));
    },
  };
}

/** A user's links, and folders by name, for a search. */
const archiveOf = (db: Kysely<AllTables>, userId: UserId): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: (name) => folderIdsNamed(db, userId, name),
});

function articleIn(files: Unzipped): KeptArticle | undefined {
  const { article } = JSON.parse(textIn(files["manifest.json"])) as Manifest;
  const html = files["article.html"];
  if (article === undefined || html === undefined || html.length > ARTICLE_BYTES) return undefined;
  const { byline, direction } = article;
  return { html: textIn(html), direction, ...(byline === undefined ? {} : { byline }) };
}

const textIn = (bytes: Uint8Array = new Uint8Array()): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/** The article and the manifest of a copy that this system packed; its sizes were limited then. */
const unpack = (zip: Uint8Array): Promise<Unzipped> =>
  new Promise((resolve, reject) => {
    const isRead = ({ name }: { readonly name: string }): boolean =>
      name === "article.html" || name === "manifest.json";
    unzip(zip, { filter: isRead }, (error, files) => (error === null ? resolve(files) : reject(error)));
  });
