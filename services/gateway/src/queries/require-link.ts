import { type LinkId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Tables } from "./tables.ts";

/** @throws {SatchelError} `not-found` for a link that is not there, or another user's */
export async function requireLink(tables: Tables, userId: UserId, id: LinkId): Promise<void> {
  if ((await tables.findLink(userId, id)) === undefined) throw new SatchelError("not-found", texts.links.notFound);
}
