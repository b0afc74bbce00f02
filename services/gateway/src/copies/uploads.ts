import { randomUUID } from "node:crypto";
import { type BlobStore, documentName } from "@satchel/chassis";
import { type CopyId, KeepUploaded, type LinkId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Perform } from "../commands/perform.ts";
import { COPY_UPLOADS_AT_ONCE, UPLOAD_RETRY_SECONDS } from "../limits.ts";

/** A page to be kept as the copy of a link. */
interface UploadedPage {
  readonly linkId: LinkId;
  readonly page: Uint8Array;
  readonly source: "extension" | "upload";
  /** The charset that its sender named. */
  readonly charset?: string | undefined;
}

/** Takes pages that are uploaded: each is held in memory until it is stored, so few are taken at a time. */
export interface PageUploads {
  /**
   * Does the work of an upload: one of a user at a time, {@link COPY_UPLOADS_AT_ONCE} of all.
   * @throws {SatchelError} `limited` where too many are under way
   */
  take<T>(userId: UserId, work: () => Promise<T>): Promise<T>;
  /**
   * Stores a page, of which a copy is made then.
   * @returns the version that the copy gets
   * @throws {SatchelError} `rejected` for an empty page; `limited` after too many
   */
  keep(
    userId: UserId,
    upload: UploadedPage,
  ): Promise<{ readonly version: CopyId; readonly headers: Readonly<Record<string, string>> }>;
}

export function pageUploads({ perform, documents }: { perform: Perform; documents: BlobStore }): PageUploads {
  const underWay = new Set<UserId>();
  return {
    take: async (userId, work) => {
      if (underWay.has(userId) || underWay.size >= COPY_UPLOADS_AT_ONCE) {
        throw new SatchelError("limited", texts.server.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS });
      }
      underWay.add(userId);
      try {
        return await work();
      } finally {
        underWay.delete(userId);
      }
    },
    keep: async (userId, { linkId, page, source, charset }) => {
      if (page.length === 0) throw new SatchelError("rejected", texts.copies.empty);
      const version = randomUUID() as CopyId;
      const name = documentName(userId, linkId, version);
      await documents.put(name, page);
      const command = { userId, linkId, version, source, ...(charset === undefined ? {} : { charset }) };
      const { headers } = await perform(KeepUploaded, command).catch(async (error: unknown) => {
        // Only a refusal is sure; otherwise the command may yet be carried out.
        if (error instanceof SatchelError && error.code === "limited") await documents.remove(name);
        throw error;
      });
      return { version, headers };
    },
  };
}
