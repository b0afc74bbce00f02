import { BOOKMARK_PAGE_SIZE_MAX, type Tag, type UserId } from "@satchel/contracts";
import type { Tables } from "../queries/tables.ts";

/** The tags of an account that apps know by names and ids: as many as one list may have. */
export const allTags = (tables: Pick<Tables, "listTags">, userId: UserId): Promise<Tag[]> =>
  tables.listTags(userId, BOOKMARK_PAGE_SIZE_MAX);
