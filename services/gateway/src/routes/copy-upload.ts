import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type BlobStore, documentName } from "@satchel/chassis";
import {
  COPY_UPLOAD_BYTES,
  type CopyId,
  KeepUploaded,
  SatchelError,
  texts,
  uploadCopy,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Perform } from "../commands/perform.ts";
import type { CopyAddresses } from "../copies/addresses.ts";
import { copiesOf } from "../copies/of-link.ts";
import { route } from "../http/route.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { COPY_UPLOADS_AT_ONCE, UPLOAD_RETRY_SECONDS } from "../limits.ts";
import { requireLink } from "../queries/require-link.ts";
import type { Tables } from "../queries/tables.ts";

export interface CopyUploadOptions {
  readonly tables: Tables;
  readonly perform: Perform;
  readonly documents: BlobStore;
  readonly addresses: CopyAddresses;
}

/** A charset that a Content-Type names (RFC 9110 section 8.3.2). */
const CHARSET = /;\s*charset="?([\w.:-]{1,40})"?/i;

/**
 * The upload of a page to be kept as it is sent. Registered in a scope of its own, because the body is a page. The page is
 * held in memory until it is stored, so few are taken at a time.
 */
export async function copyUploadRoutes(app: FastifyInstance, options: CopyUploadOptions): Promise<void> {
  const { tables, perform, documents, addresses } = options;
  acceptUploads(app, "text/html");
  const underWay = new Set<UserId>();

  route(app, uploadCopy, async ({ userId, params: { id }, query: { source = "upload" }, request }) => {
    await requireLink(tables, userId, id);
    if (underWay.has(userId) || underWay.size >= COPY_UPLOADS_AT_ONCE) {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS });
    }
    underWay.add(userId);
    try {
      const { tooLarge, empty: missing } = texts.copies;
      const limit = { octets: COPY_UPLOAD_BYTES, tooLarge, missing };
      const page = await upload(request, limit, buffer);
      if (page.length === 0) throw new SatchelError("rejected", texts.copies.empty);
      const version = randomUUID() as CopyId;
      const name = documentName(userId, id, version);
      await documents.put(name, page);
      const charset = CHARSET.exec(request.headers["content-type"] ?? "")?.[1];
      const command = { userId, linkId: id, version, source, ...(charset === undefined ? {} : { charset }) };
      const { headers } = await perform(KeepUploaded, command).catch(async (error: unknown) => {
        // Only a refusal is sure; otherwise the command may yet be carried out.
        if (error instanceof SatchelError && error.code === "limited") await documents.remove(name);
        throw error;
      });
      return { status: 202, body: await copiesOf({ tables, addresses }, userId, id), headers };
    } finally {
      underWay.delete(userId);
    }
  });
}
