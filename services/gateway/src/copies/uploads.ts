import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type BlobStore, documentName } from "@satchel/chassis";
import {
  type CopyId,
  KeepUploaded,
  laterTexts,
  type LinkId,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { Perform } from "../commands/perform.ts";
import { refuseBody } from "../http/deadlines.ts";
import { COPY_UPLOAD_YIELDS_MS, COPY_UPLOADS_AT_ONCE, UPLOAD_RETRY_SECONDS } from "../limits.ts";

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
   * Does the work of an upload: one of a user at a time, {@link COPY_UPLOADS_AT_ONCE} of all. Where these hold all slots, the
   * first one whose body still arrives after {@link COPY_UPLOAD_YIELDS_MS} is refused the rest of it (408), for this one.
   * @throws {SatchelError} `limited` where too many are under way
   */
  take<T>(userId: UserId, request: IncomingMessage, work: () => Promise<T>): Promise<T>;
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

interface PageUploadsDeps {
  readonly perform: Perform;
  readonly documents: BlobStore;
  /** Default {@link COPY_UPLOAD_YIELDS_MS}. */
  readonly yieldsMs?: number;
}

export function pageUploads({ perform, documents, yieldsMs = COPY_UPLOAD_YIELDS_MS }: PageUploadsDeps): PageUploads {
  /** Uploads in the order in which they began. */
  const underWay = new Map<UserId, { readonly request: IncomingMessage; readonly since: number }>();

  /** Ends an upload that holds a slot for long. @returns whether there was one */
  function freeSlot(): boolean {
    for (const [userId, { request, since }] of underWay) {
      if (request.complete || performance.now() - since < yieldsMs) continue;
      refuseBody(request);
      underWay.delete(userId);
      return true;
    }
    return false;
  }

  return {
    take: async (userId, request, work) => {
      if (underWay.has(userId) || (underWay.size >= COPY_UPLOADS_AT_ONCE && !freeSlot())) {
        throw new SatchelError("limited", texts.server.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS });
      }
      underWay.set(userId, { request, since: performance.now() });
      try {
        return await work();
      } finally {
        if (underWay.get(userId)?.request === request) underWay.delete(userId);
      }
    },
    keep: async (userId, { linkId, page, source, charset }) => {
      if (page.length === 0) throw new SatchelError("rejected", laterTexts.copies.empty);
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
