import { Readable } from "node:stream";
import { exportLinks, plainFolders } from "@satchel/contracts";
import { type ExportFormat, writeArchive } from "@satchel/links/queries";
import type { FastifyInstance } from "fastify";
import { exportStreams } from "../export/export-stream.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

const types: Readonly<Record<ExportFormat, string>> = {
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

/** Opened in the browser in spite of its disposition, a file with foreign texts runs nothing. */
const POLICY = "sandbox; default-src 'none'";

/** The download of all links and folders, streamed. */
export async function exportRoutes(app: FastifyInstance, { tables }: Parts): Promise<void> {
  const streamOf = exportStreams();

  route(app, exportLinks, async ({ userId, params, request }) => {
    const now = new Date();
    const { format } = params;
    const headers = {
      "content-type": types[format],
      "content-disposition": `attachment; filename="satchel-${now.toISOString().slice(0, 10)}.${format}"`,
      "content-security-policy": POLICY,
    };
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    // Other programs have no smart folders; the account's own export has them.
    const folders = plainFolders(await tables.listFolders(userId));
    const archive = { folders, links: (folderId?: number) => tables.exportLinks(userId, folderId) };
    return { status: 200, body: streamOf(userId, writeArchive(format, archive, now)) as never, headers };
  });
}
