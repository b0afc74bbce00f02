import { Readable } from "node:stream";
import { exportLinks, SatchelError, texts, type UserId } from "@satchel/contracts";
import { type ExportFormat, writeArchive } from "@satchel/links/queries";
import type { FastifyInstance } from "fastify";
import { route } from "../http/route.ts";
import { EXPORT_RETRY_SECONDS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

const types: Readonly<Record<ExportFormat, string>> = {
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

/** Opened in the browser in spite of its disposition, a file with foreign texts runs nothing. */
const POLICY = "sandbox; default-src 'none'";

/** The download of all links and folders, streamed. */
export async function exportRoutes(app: FastifyInstance, { tables }: { readonly tables: Tables }): Promise<void> {
  // An export reads everything, so a user has one at a time.
  const underWay = new Set<UserId>();

  route(app, exportLinks, async ({ userId, params, request }) => {
    const now = new Date();
    const { format } = params;
    const headers = {
      "content-type": types[format],
      "content-disposition": `attachment; filename="satchel-${now.toISOString().slice(0, 10)}.${format}"`,
      "content-security-policy": POLICY,
    };
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    if (underWay.has(userId)) {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: EXPORT_RETRY_SECONDS });
    }
    underWay.add(userId);
    try {
      const folders = await tables.listFolders(userId);
      const archive = { folders, links: (folderId?: number) => tables.exportLinks(userId, folderId) };
      // One piece ahead of the reader; a disconnect ends the reading.
      const body = Readable.from(writeArchive(format, archive, now), { highWaterMark: 1 });
      body.once("close", () => underWay.delete(userId));
      return { status: 200, body: body as never, headers };
    } catch (error) {
      underWay.delete(userId);
      throw error;
    }
  });
}
