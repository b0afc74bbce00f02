import { BOOKS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { BlobStore } from "./blob-store.ts";
import { openJetStreamBlobs } from "./jetstream-blobs.ts";

/** Milliseconds after which the server drops a book that was not mailed: a command ends within seconds. */
const BOOK_TTL_MS = 3600 * 1000;

/** What a book is called: `<userId>/<name>`. */
export const bookName = (userId: UserId, name: string): string => `${userId}/${name}`;

/** Opens the bucket of books that are being mailed, creating it if missing. */
export const openBookStore = (bus: Bus): Promise<BlobStore> => openJetStreamBlobs(bus, BOOKS, BOOK_TTL_MS);
