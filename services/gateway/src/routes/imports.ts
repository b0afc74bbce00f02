import { randomUUID } from "node:crypto";
import { ConcurrencyLimit } from "@satchel/chassis";
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
  const uploads = new ConcurrencyLimit({
    concurrency: IMPORTS_AT_ONCE,
    waiting: 0,
    full: () => new SatchelError("limited", laterTexts.imports.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS }),
  });

  route(app, createImport, ({ userId, query, request }) =>
    uploads.run(userId, async () => {
      const importId = randomUUID() as ImportId;
      const { tooLarge, unknown: missing } = laterTexts.imports;
      const limit = { octets: IMPORT_BYTES, tooLarge, missing };
      const bytes = await upload(request, limit, (pieces) => importFiles.put({ userId, importId }, pieces));
      const { name = "", format } = query;
      const start = { userId, importId, name, bytes, ...(format === undefined ? {} : { format }) };
      return { status: 202, body: (await commands.send(StartImport, start)).result };
    }),
  );

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
