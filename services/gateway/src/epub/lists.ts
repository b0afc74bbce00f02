import { closedSearch, type EpubQuery, type LinkFilters, type UserId } from "@satchel/contracts";
import { requireFolder } from "../queries/require-folder.ts";
import type { Tables } from "../queries/tables.ts";

/** A list that a book is made of. */
interface BookList {
  readonly filters: LinkFilters;
  /** The folder or the search; undefined for everything. */
  readonly name?: string;
}

const DAY_MS = 86_400_000;

/** Finds what nobody has read: neither the page itself nor its article here. */
const UNREAD = "is:unvisited -read:yes";

/**
 * The list that a query names. A smart folder is its search. A search with a fault stays as it is, so that it is refused where
 * searches are.
 * @param now milliseconds since 1970
 * @throws {SatchelError} `not-found` for a folder that is not there, or another account's
 */
export async function listOf(
  tables: Pick<Tables, "findFolder">,
  userId: UserId,
  { folder_id: folderId, q, zone, favorites_only, unvisited_only, unread_only: isUnread = false, days }: EpubQuery,
  now: number,
): Promise<BookList> {
  const folder = folderId ? await requireFolder(tables, userId, folderId) : undefined;
  const search = [
    ...(isUnread ? [UNREAD] : []),
    ...(days === undefined ? [] : [`after:${new Date(now - days * DAY_MS).toISOString().slice(0, 10)}`]),
    ...[folder?.search, q].flatMap((one) => (one === undefined || one === null ? [] : [bracketed(one)])),
  ].join(" ");
  const name = [folder?.name, q].filter((part) => part !== undefined).join(" · ");
  return {
    filters: {
      ...(folderId !== undefined && (folder?.search ?? null) === null ? { folder_id: folderId } : {}),
      ...(favorites_only === true ? { favorites_only } : {}),
      ...(unvisited_only === true ? { unvisited_only } : {}),
      ...(search === "" ? {} : { q: search, zone }),
    },
    ...(name === "" ? {} : { name }),
  };
}

const bracketed = (search: string): string => {
  const closed = closedSearch(search);
  return closed === undefined ? search : `(${closed})`;
};
