import { Readable } from "node:stream";
import { exportCopies } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { CopyFiles } from "../copies/files.ts";
import { exportStreams } from "../export/export-stream.ts";
import { writeCopies } from "../export/copies-zip.ts";
import { route } from "../http/route.ts";
import type { Tables } from "../queries/tables.ts";

interface CopyExportOptions {
  readonly tables: Tables;
  readonly files: CopyFiles;
}

/** The download of all copies of an account, streamed as one zip. */
export async function copyExportRoutes(app: FastifyInstance, options: CopyExportOptions): Promise<void> {
  const streamOf = exportStreams();

  route(app, exportCopies, async ({ userId, request }) => {
    const headers = {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="satchel-copies-${new Date().toISOString().slice(0, 10)}.zip"`,
    };
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    return { status: 200, body: streamOf(userId, writeCopies(options, userId)) as never, headers };
  });
}
