import { type Link, type UserId } from "@satchel/contracts";
import { type ArchiveTables, newestCopies } from "@satchel/archive/queries";
import type { Kysely } from "kysely";

/**
 * The links with their newest copies: one query for a page of links. A link without a picture has the copy's, as that of a
 * PDF.
 */
export async function withCopies<T extends Link>(
  db: Kysely<ArchiveTables>,
  userId: UserId,
  links: readonly T[],
): Promise<T[]> {
  const copies = await newestCopies(
    db,
    userId,
    links.map(({ id }) => id),
  );
  return links.map((link) => {
    const found = copies.get(link.id);
    if (found === undefined) return link;
    const { picture, ...copy } = found;
    const path = picture === null ? null : `/api/links/${link.id}/copies/${copy.version}/files/${picture}`;
    return { ...link, copy, preview_image_url: link.preview_image_url ?? path };
  });
}

/** The link with its newest copy, if there is such a link. */
export const withCopy = async <T extends Link>(
  db: Kysely<ArchiveTables>,
  userId: UserId,
  link: T | undefined,
): Promise<T | undefined> => (link === undefined ? undefined : (await withCopies(db, userId, [link]))[0]);
