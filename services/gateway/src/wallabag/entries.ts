import {
  ChangeLink,
  DeleteLink,
  type LinkChanges,
  type LinkCopy,
  MoveReading,
  SaveLink,
  TAG_CHARS,
  TAGS_PER_LINK,
  type UserId,
  WALLABAG_PAGE_SIZE,
  WALLABAG_PAGE_SIZE_MAX,
} from "@satchel/contracts";
import { findLinkId } from "../commands/find-link-id.ts";
import type { Parts } from "../http/parts.ts";
import type { SearchNode } from "../linkding/search.ts";
import { areSameTags, meantTags, tagName } from "../linkding/tags.ts";
import { type Bookmark, READ_TO_THE_END } from "../queries/bookmarks.ts";
import { requireWritten } from "../queries/require-link.ts";
import type { Session } from "../sessions/access-token.ts";
import { sparesKnown } from "../sessions/saved-by.ts";
import { entryOf } from "./entry.ts";
import { notFound, refused } from "./errors.ts";
import { fieldsOf, flagIn, numberIn, tagsIn, textIn, titleIn, urlIn } from "./fields.ts";

/** Pages of a list, at most: more links than any account has. */
const PAGE_MAX = 100_000;

type Entry = ReturnType<typeof entryOf>;

/** What apps do with entries. Bodies and queries are as they were sent. */
export interface Entries {
  /** Those that have an article, for others make no book. @throws {Refusal} 404 behind the last page, 400 */
  list(userId: UserId, query: unknown): Promise<object>;
  find(userId: UserId, number: number): Promise<Bookmark>;
  show(userId: UserId, bookmark: Bookmark): Promise<Entry>;
  /** @throws {Refusal} 400 for what is no web address */
  save(session: Session, body: unknown): Promise<Entry>;
  change(userId: UserId, bookmark: Bookmark, body: unknown): Promise<Entry>;
  addTags(userId: UserId, bookmark: Bookmark, body: unknown): Promise<Entry>;
  remove(userId: UserId, bookmark: Bookmark): Promise<Entry>;
}

export function openEntries({
  tables,
  perform,
  site: { origin },
}: Pick<Parts, "tables" | "perform" | "site">): Entries {
  const copyOf = async (userId: UserId, { link }: Bookmark): Promise<LinkCopy | undefined> =>
    (await tables.newestCopies(userId, [link.id])).get(link.id);
  const show = async (userId: UserId, bookmark: Bookmark): Promise<Entry> =>
    entryOf(bookmark, await copyOf(userId, bookmark), origin);

  async function withTags(userId: UserId, { link }: Bookmark, sent: readonly string[]): Promise<LinkChanges> {
    const meant = meantTags(await tables.listTags(userId))(sent, link.tags);
    const tags = [...new Set([...link.tags, ...meant])];
    if (tags.length > TAGS_PER_LINK) throw refused(400, `A link may have ${TAGS_PER_LINK} tags.`);
    return areSameTags(tags, link.tags) ? {} : { tags };
  }

  async function apply(userId: UserId, { link }: Bookmark, changes: LinkChanges): Promise<void> {
    if (Object.keys(changes).length > 0) await perform(ChangeLink, { userId, linkId: link.id, changes });
  }

  return {
    show,

    list: async (userId, sent) => {
      const query = fieldsOf(sent);
      const page = numberIn(query, "page", 1, PAGE_MAX);
      const limit = numberIn(query, "perPage", WALLABAG_PAGE_SIZE, WALLABAG_PAGE_SIZE_MAX);
      const tags = (textIn(query, "tags", TAGS_PER_LINK * TAG_CHARS) ?? "")
        .split(",")
        .filter((tag) => tag.trim() !== "");
      const { count: total, ids } = await tables.listBookmarks(userId, {
        isArchived: flagIn(query, "archive"),
        isFavorite: flagIn(query, "starred"),
        hasArticle: true,
        search: tagsNode(tags.slice(0, TAGS_PER_LINK)),
        sort: "added_desc",
        limit,
        offset: (page - 1) * limit,
      });
      const pages = Math.max(1, Math.ceil(total / limit));
      if (page > pages) throw notFound();
      const [bookmarks, copies] = await Promise.all([
        tables.findBookmarks(userId, ids),
        tables.newestCopies(userId, ids),
      ]);
      const items = bookmarks.map((bookmark) => entryOf(bookmark, copies.get(bookmark.link.id), origin));
      return { page, limit, pages, total, _embedded: { items } };
    },

    find: async (userId, number) => {
      const linkId = await tables.findNumberedLink(userId, number);
      const [bookmark] = linkId === undefined ? [] : await tables.findBookmarks(userId, [linkId]);
      if (bookmark === undefined) throw notFound();
      return bookmark;
    },

    save: async (session, body) => {
      const { userId, scopes = [] } = session;
      const fields = fieldsOf(body);
      const [url, title, sent] = [urlIn(fields), titleIn(fields), tagsIn(fields)];
      if (url === undefined || url === "") throw refused(400, '"url" is missing.');
      const linkId = await findLinkId({ perform }, userId, url);
      if (linkId === undefined) throw refused(400, '"url" must be a web address.');
      const isThere = (await tables.findLink(userId, linkId)) !== undefined;
      if (!isThere) {
        const tags = meantTags(await tables.listTags(userId))(sent);
        await perform(SaveLink, {
          userId,
          url,
          origin: { kind: "token" },
          ...sparesKnown(session),
          ...(title === undefined || title === "" ? {} : { title }),
          ...(tags.length === 0 ? {} : { tags }),
        });
      } else if (sent.length > 0 && scopes.includes("change")) {
        const bookmark = await requireWritten(tables, userId, linkId);
        await apply(userId, bookmark, await withTags(userId, bookmark, sent));
      }
      return show(userId, await requireWritten(tables, userId, linkId));
    },

    change: async (userId, bookmark, body) => {
      const fields = fieldsOf(body);
      const [isArchived, isStarred] = [flagIn(fields, "archive"), flagIn(fields, "starred")];
      const [title, sent] = [titleIn(fields), tagsIn(fields)];
      const { link } = bookmark;
      await apply(userId, bookmark, {
        ...(isStarred === undefined || isStarred === link.is_favorite ? {} : { is_favorite: isStarred }),
        ...(title === undefined || title === "" || title === link.title ? {} : { title }),
        ...(sent.length === 0 ? {} : await withTags(userId, bookmark, sent)),
      });
      if (isArchived !== undefined && isArchived !== bookmark.isArchived) {
        await perform(MoveReading, { userId, linkId: link.id, part: isArchived ? READ_TO_THE_END : 0 });
      }
      return show(userId, await requireWritten(tables, userId, link.id));
    },

    addTags: async (userId, bookmark, body) => {
      await apply(userId, bookmark, await withTags(userId, bookmark, tagsIn(fieldsOf(body))));
      return show(userId, await requireWritten(tables, userId, bookmark.link.id));
    },

    remove: async (userId, bookmark) => {
      const shown = await show(userId, bookmark);
      await perform(DeleteLink, { userId, linkId: bookmark.link.id });
      return shown;
    },
  };
}

/** Links that have all of these tags. */
function tagsNode(tags: readonly string[]): SearchNode | undefined {
  const nodes = tags.map((tag): SearchNode => ({ kind: "tag", value: tagName(tag.trim()) }));
  const [first, ...others] = nodes;
  return first === undefined
    ? undefined
    : others.reduce((left, right): SearchNode => ({ kind: "and", left, right }), first);
}
