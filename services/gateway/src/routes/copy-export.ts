import { exportCopies } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { writeCopies } from "../export/copies-zip.ts";
import { downloads } from "../export/downloads.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

const FILE = { name: "satchel-copies", ending: "zip", type: "application/zip" };

/** The download of all copies of an account, streamed as one zip. */
export async function copyExportRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const download = downloads();
  route(app, exportCopies, (call) => download(call, FILE, () => writeCopies(parts, call.userId)));
}
