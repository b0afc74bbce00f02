import { buffer } from "node:stream/consumers";
import { COPY_UPLOAD_BYTES, laterTexts, uploadCopy } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { copiesOf } from "../copies/of-link.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { requireLink } from "../queries/require-link.ts";

/** A charset that a Content-Type names (RFC 9110 section 8.3.2). */
const CHARSET = /;\s*charset="?([\w.:-]{1,40})"?/i;

/** The upload of a page to be kept as it is sent. Registered in a scope of its own, because the body is a page. */
export async function copyUploadRoutes(app: FastifyInstance, { tables, uploads, addresses }: Parts): Promise<void> {
  acceptUploads(app, "text/html");

  route(app, uploadCopy, ({ userId, params: { id }, query: { source = "upload" }, request }) => {
    return uploads.take(userId, request.raw, async (onPiece) => {
      await requireLink(tables, userId, id);
      const { tooLarge, empty: missing } = laterTexts.copies;
      const limit = { octets: COPY_UPLOAD_BYTES, tooLarge, missing, onPiece };
      const page = await upload(request, limit, buffer);
      const charset = CHARSET.exec(request.headers["content-type"] ?? "")?.[1];
      const { headers } = await uploads.keep(userId, { linkId: id, page, source, charset });
      return { status: 202, body: await copiesOf({ tables, addresses }, userId, id), headers };
    });
  });
}
