import { type CopyId, DOCUMENTS, type LinkId, type MailId, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { BlobStore } from "./blob-store.ts";
import { openJetStreamBlobs } from "./jetstream-blobs.ts";

/** Milliseconds after which the server drops a document whose job was lost: 7 days, longer than any queue waits. */
const DOCUMENT_TTL_MS = 7 * 24 * 3600 * 1000;

/** What a document is called: `<userId>/<linkId>/<name>`. */
export const documentName = (userId: UserId, linkId: LinkId, name: string): string => `${userId}/${linkId}/${name}`;

/**
 * What the content of a mail to a secret address is called until its copy is made: it is there before its link, and packed
 * with its parts. @param content as `LetterReceived` has it
 */
export const letterName = (userId: UserId, mailId: MailId, content: string): string =>
  `${userId}/${mailId}/${content}.parts`;

/** What the content of an attachment of a mail is called until its copy is made. */
export const attachmentName = (userId: UserId, mailId: MailId, version: CopyId): string =>
  `${userId}/${mailId}/${version}.parts`;

/** What a file is called that its owner sends without a mail, as it came. */
export const sentFileName = (userId: UserId, version: CopyId): string => `${userId}/${version}/file`;

/** What it is called when it was read, until its copy is made. */
export const readFileName = (userId: UserId, version: CopyId): string => `${userId}/${version}/file.parts`;

/** Opens the bucket of fetched documents of which no copy was made yet, creating it if missing. */
export const openDocuments = (bus: Bus): Promise<BlobStore> => openJetStreamBlobs(bus, DOCUMENTS, DOCUMENT_TTL_MS);
