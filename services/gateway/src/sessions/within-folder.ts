import {
  callerTexts,
  type FolderId,
  type Link,
  type LinkId,
  type Operation,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { FastifyRequest } from "fastify";

/** A link of a user by its id; undefined when it is missing. */
export type FindLink = (userId: UserId, id: LinkId) => Promise<Pick<Link, "folder_id"> | undefined>;

/** Confines a call to the folder that its API token is limited to. Only operations with `inFolder` come here. */
export type Confine = (
  request: FastifyRequest,
  operation: Pick<Operation, "inFolder">,
  owner: { readonly userId: UserId; readonly folderId: FolderId },
) => Promise<void>;

/**
 * Lists and saves are of the folder: another one that is asked for is refused. A link must be in it, and stays there. What
 * is elsewhere is answered like what is missing.
 */
export const confiner =
  (findLink: FindLink): Confine =>
  async (request, { inFolder }, { userId, folderId }) => {
    const inputs = (inFolder === "list" ? request.query : request.body) as { folder_id?: unknown } | null | undefined;
    const wanted = inputs?.folder_id;
    if (wanted !== undefined && wanted !== folderId) throw outOfFolder();
    if (inFolder !== "link") {
      if (inputs !== null && inputs !== undefined) inputs.folder_id = folderId;
      return;
    }
    const link = await findLink(userId, (request.params as { id: LinkId }).id);
    if (link?.folder_id !== folderId) throw new SatchelError("not-found", texts.links.notFound);
  };

/** The error of a call that a limited token may not make. */
export const outOfFolder = (): SatchelError => new SatchelError("forbidden", callerTexts.outOfFolder);
