import { randomUUID } from "node:crypto";
import {
  createImport,
  getImport,
  IMPORT_BYTES,
  type ImportId,
  IMPORTS_AT_ONCE,
  laterTexts,
  ListImports,
  listImports,
  SatchelError,
  StartImport,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { UPLOAD_RETRY_SECONDS } from "../limits.ts";

/**
 * Imports of bookmarks. The file is streamed through this process into the object store, where the links service reads
 * it. Registered in a scope of their own, because the body is a file of any type.
 */
export async function importRoutes(app: FastifyInstance, { commands, importFiles }: Parts): Promise<void> {
  acceptUploads(app, "*");
  const uploads = new Map<UserId, number>();

  route(app, createImport, async ({ userId, query, request }) => {
    const underWay = uploads.get(userId) ?? 0;
    if (underWay >= IMPORTS_AT_ONCE) {
      throw new SatchelError("limited", laterTexts.imports.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS });
    }
    uploads.set(userId, underWay + 1);
    try {
      const importId = randomUUID() as ImportId;
      const { tooLarge, unknown: missing } = laterTexts.imports;
      const limit = { octets: IMPORT_BYTES, tooLarge, missing };
      const bytes = await upload(request, limit, (pieces) => importFiles.put({ userId, importId }, pieces));
      const { name = "", format } = query;
      const start = { userId, importId, name, bytes, ...(format === undefined ? {} : { format }) };
      return { status: 202, body: (await commands.send(StartImport, start)).result };
    } finally {
      const left = (uploads.get(userId) ?? 1) - 1;
      if (left === 0) uploads.delete(userId);
      else uploads.set(userId, left);
    }
  });

  route(app, listImports, async ({ userId }) => ({
    status: 200,
    body: (await commands.send(ListImports, { userId })).result,
  }));

  route(app, getImport, async ({ userId, params }) => {
    const { result } = await commands.send(ListImports, { userId, importId: params.id });
    const [found] = result.imports;
    if (found === undefined) throw new SatchelError("not-found", laterTexts.imports.notFound);
    return { status: 200, body: found };
  });
}
