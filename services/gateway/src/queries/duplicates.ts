import { type DuplicatePages, type UserId } from "@satchel/contracts";
import { type ArchiveTables, countAttached } from "@satchel/archive/queries";
import { type LinksTables, listDuplicates } from "@satchel/links/queries";
import type { Kysely } from "kysely";

import { withCopies } from "./copies.ts";

/** An answer's pages, and the cursor of the next ones. */
export interface DuplicatesPart {
  readonly answer: DuplicatePages;
  readonly nextCursor: string | undefined;
}

/** Pages of which the user has several links, with what each of these holds. */
export async function findDuplicates(
  db: Kysely<LinksTables & ArchiveTables>,
  userId: UserId,
  cursor: string | undefined,
): Promise<DuplicatesPart> {
  const { pages, total, nextCursor } = await listDuplicates(db, userId, cursor);
  const links = pages.flatMap((page) => page.links);
  const [copied, attached] = await Promise.all([
    withCopies(db, userId, links),
    countAttached(
      db,
      userId,
      links.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(copied.map((link) => [link.id, link]));
  return {
    answer: {
      pages: pages.map((page) => ({
        page_id: page.pageId,
        number: page.number,
        links: page.links.map((link) => ({
          ...(byId.get(link.id) ?? link),
          ...(attached.get(link.id) ?? { copies: 0, highlights: 0 }),
        })),
      })),
      total,
    },
    nextCursor,
  };
}
