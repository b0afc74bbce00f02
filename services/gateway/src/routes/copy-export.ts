import { Readable } from "node:stream";
import { exportCopies } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { exportStreams } from "../export/export-stream.ts";
import { writeCopies } from "../export/copies-zip.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** The download of all copies of an account, streamed as one zip. */
export async function copyExportRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const streamOf = exportStreams();

  route(app, exportCopies, async ({ userId, request }) => {
    const headers = {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="satchel-copies-${new Date().toISOString().slice(0, 10)}.zip"`,
    };
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    return { status: 200, body: streamOf(userId, writeCopies(parts, userId)) as never, headers };
  });
}
