import { type Link, type LinkId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Bookmark } from "./bookmarks.ts";
import type { Tables } from "./tables.ts";

/** A link that has to be there. @throws {SatchelError} `not-found` for one that is not there, or another user's */
export async function requireLink(tables: Tables, userId: UserId, id: LinkId): Promise<Link> {
  const link = await tables.findLink(userId, id);
  if (link === undefined) throw new SatchelError("not-found", texts.links.notFound);
  return link;
}

/**
 * A link that was just written.
 * @throws {SatchelError} `unavailable` while it is not shown yet: the call can be repeated, since it sets what is set
 */
export async function requireWritten(tables: Tables, userId: UserId, id: LinkId): Promise<Bookmark> {
  const [bookmark] = await tables.findBookmarks(userId, [id]);
  if (bookmark === undefined) throw new SatchelError("unavailable", texts.server.unavailable);
  return bookmark;
}
