import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { readFileName, sentFileName } from "@satchel/chassis";
import {
  addFile,
  COPY_BYTES,
  type CopyId,
  FILES_PER_MINUTE,
  programTexts,
  ReadFile,
  SatchelError,
  SaveFile,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { minuteLimit } from "../sessions/minute-limit.ts";
import { savedBy, sparesKnown } from "../sessions/saved-by.ts";

/** Errors after which a command was surely not carried out. */
const REFUSALS = new Set(["full", "not-found", "rejected"]);

/** The upload of files to be kept as items. Registered in a scope of its own, because the body is a file. */
export async function fileRoutes(
  app: FastifyInstance,
  { tables, perform, documents, uploads, origin }: Parts,
): Promise<void> {
  const host = new URL(origin).hostname;
  const { tooLarge, empty } = programTexts.files;
  const sent = minuteLimit(FILES_PER_MINUTE, Date.now);
  acceptUploads(app, "application/octet-stream");

  route(app, addFile, async ({ userId, session, query: { name, folder_id: folderId }, request }) =>
    uploads.take(userId, request.raw, async () => {
      sent.take(userId);
      const file = await upload(request, { octets: COPY_BYTES, tooLarge, missing: empty }, buffer);
      if (file.length === 0) throw new SatchelError("rejected", empty);
      const version = randomUUID() as CopyId;
      const stored = sentFileName(userId, version);
      await documents.put(stored, file);
      const read = await perform(ReadFile, { userId, version, name, host }).finally(() => documents.remove(stored));
      const place = folderId === undefined ? {} : { folderId };
      const save = { userId, by: savedBy(session), item: read.result.item, ...place, ...sparesKnown(session) };
      const forget = (): Promise<void> => documents.remove(readFileName(userId, version));
      const { result, headers } = await perform(SaveFile, save).catch(async (error: unknown) => {
        if (error instanceof SatchelError && REFUSALS.has(error.code)) await forget();
        throw error;
      });
      const { linkId, created, link } = result;
      if (created) return { status: 201, body: link, headers };
      // The item has its copy: nothing would take this content.
      await forget();
      return { status: 200, body: (await tables.findLink(userId, linkId)) ?? link, headers };
    }),
  );
}
