import { type Link, type LinkId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Tables } from "./tables.ts";

/** A link that has to be there. @throws {SatchelError} `not-found` for one that is not there, or another user's */
export async function requireLink(tables: Tables, userId: UserId, id: LinkId): Promise<Link> {
  const link = await tables.findLink(userId, id);
  if (link === undefined) throw new SatchelError("not-found", texts.links.notFound);
  return link;
}
