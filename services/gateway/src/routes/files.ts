import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { readFileName, sentFileName, unpackParts } from "@satchel/chassis";
import {
  addFile,
  COPY_BYTES,
  type CopyId,
  FILES_PER_MINUTE,
  laterTexts,
  letterUrl,
  type LinkId,
  type MailedItem,
  ReadFile,
  SatchelError,
  SaveFile,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { textOf } from "../copies/item-text.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { minuteLimit } from "../sessions/minute-limit.ts";
import { savedBy, sparesKnown } from "../sessions/saved-by.ts";

/** Errors after which a command was surely not carried out. */
const REFUSALS = new Set(["full", "not-found", "rejected"]);

/** The upload of files to be kept as items. Registered in a scope of its own, because the body is a file. */
export async function fileRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { tables, perform, documents, uploads } = parts;
  const { origin } = parts.site;
  const host = new URL(origin).hostname;
  const { tooLarge, empty } = laterTexts.files;
  const sent = minuteLimit(FILES_PER_MINUTE);
  acceptUploads(app, "application/octet-stream");

  /** Whether its owner has changed the text of an item since it was sent, so that it is not what is sent now. */
  async function wasChanged(userId: UserId, linkId: LinkId, { type, version }: MailedItem): Promise<boolean> {
    if (!type.startsWith("text/")) return false;
    const found = await textOf(parts, userId, linkId).catch(() => undefined);
    const packed = found && (await documents.get(readFileName(userId, version)));
    return packed !== undefined && !Buffer.from(unpackParts(packed).document).equals(Buffer.from(found?.text ?? ""));
  }

  route(app, addFile, async ({ userId, session, query: { name, folder_id: folderId }, request }) =>
    uploads.take(userId, request.raw, async (onPiece) => {
      sent.take(userId);
      const file = await upload(request, { octets: COPY_BYTES, tooLarge, missing: empty, onPiece }, buffer);
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
      if (await wasChanged(userId, linkId, read.result.item)) {
        // An address without the file's hash is another item.
        const another = { ...read.result.item, url: letterUrl(`${version}@${host}`) };
        const saved = await perform(SaveFile, { ...save, item: another });
        return { status: 201, body: saved.result.link, headers: saved.headers };
      }
      // The item has its copy: nothing would take this content.
      await forget();
      return { status: 200, body: (await tables.findLink(userId, linkId)) ?? link, headers };
    }),
  );
}
