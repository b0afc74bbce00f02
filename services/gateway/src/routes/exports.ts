import { exportLinks, plainFolders } from "@satchel/contracts";
import { type ExportFormat, writeArchive } from "@satchel/links/queries";
import type { FastifyInstance } from "fastify";
import { downloads } from "../export/downloads.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

const types: Readonly<Record<ExportFormat, string>> = {
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

/** The download of all links and folders, streamed. */
export async function exportRoutes(app: FastifyInstance, { tables }: Parts): Promise<void> {
  const download = downloads();

  route(app, exportLinks, async (call) => {
    const { userId, params } = call;
    const { format } = params;
    // Other programs have no smart folders; the account's own export has them.
    const folders = plainFolders(await tables.listFolders(userId));
    const archive = { folders, links: (folderId?: number) => tables.exportLinks(userId, folderId) };
    const file = { name: "satchel", ending: format, type: types[format] };
    return download(call, file, () => writeArchive(format, archive, new Date()));
  });
}
