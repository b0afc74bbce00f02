import { Readable } from "node:stream";
import { exportCopies, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { CopyFiles } from "../copies/files.ts";
import { writeCopies } from "../export/copies-zip.ts";
import { route } from "../http/route.ts";
import { EXPORT_RETRY_SECONDS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

export interface CopyExportOptions {
  readonly tables: Tables;
  readonly files: CopyFiles;
}

/** The download of all copies of an account, streamed as one zip. */
export async function copyExportRoutes(app: FastifyInstance, options: CopyExportOptions): Promise<void> {
  // An export reads everything, so a user has one at a time.
  const underWay = new Set<UserId>();

  route(app, exportCopies, async ({ userId, request }) => {
    const headers = {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="satchel-copies-${new Date().toISOString().slice(0, 10)}.zip"`,
    };
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    if (underWay.has(userId)) {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: EXPORT_RETRY_SECONDS });
    }
    underWay.add(userId);
    // One piece ahead of the reader; a disconnect ends the reading.
    const body = Readable.from(writeCopies(options, userId), { highWaterMark: 1 });
    body.once("close", () => underWay.delete(userId));
    return { status: 200, body: body as never, headers };
  });
}
