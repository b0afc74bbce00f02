import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { packParts, readFileName } from "@satchel/chassis";
import {
  ATTACHED_TEXT_CHARS,
  changeText,
  ChangeText,
  type CopyId,
  FILES_PER_MINUTE,
  getText,
  isSatchelError,
  isVisible,
  type ItemText,
  laterTexts,
  namesAfter,
  SatchelError,
  TEXT_BYTES,
  texts,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { type FoundText, textOf } from "../copies/item-text.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { requireLink } from "../queries/require-link.ts";
import { minuteLimit } from "../sessions/minute-limit.ts";

const bodyOf = ({ version, keptAt, type, text }: FoundText): ItemText => ({ version, kept_at: keptAt, type, text });

/** Errors after which a command was surely not carried out. */
const REFUSALS = new Set(["conflict", "full", "not-found", "rejected"]);

/** The texts of notes and of text files. Registered in a scope of its own, because the body is a text. */
export async function textRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { tables, perform, documents, uploads } = parts;
  const { tooLarge, empty } = laterTexts.texts;
  const sent = minuteLimit(FILES_PER_MINUTE);
  acceptUploads(app, "text/plain");

  route(app, getText, async ({ userId, params: { id } }) => {
    await requireLink(tables, userId, id);
    return { status: 200, body: bodyOf(await textOf(parts, userId, id)), headers: { "cache-control": "no-store" } };
  });

  route(app, changeText, ({ userId, params: { id }, query: { version: before }, request }) => {
    return uploads.take(userId, request.raw, async (onPiece) => {
      const { url, site_name: name } = await requireLink(tables, userId, id);
      sent.take(userId);
      const text = decoded(await upload(request, { octets: TEXT_BYTES, tooLarge, missing: empty, onPiece }, buffer));
      if (text.length > ATTACHED_TEXT_CHARS) throw new SatchelError("too-large", tooLarge);
      if (!isVisible(text)) throw new SatchelError("rejected", empty);
      const found = await textOf(parts, userId, id);
      // Also what was saved already, and its answer was lost.
      if (found.text === text) return { status: 200, body: bodyOf(found) };
      if (found.version !== before) throw new SatchelError("conflict", laterTexts.texts.changed);
      const { type } = found;
      const version = randomUUID() as CopyId;
      const stored = readFileName(userId, version);
      await documents.put(stored, packParts({ url, type, document: Buffer.from(text), parts: [], leftOut: 0 }));
      const edit = namesAfter(name ?? "", found.text, text, type === "text/markdown");
      const sentAt = new Date().toISOString();
      const { result, headers } = await perform(ChangeText, {
        userId,
        linkId: id,
        version,
        before,
        sentAt,
        edit,
      }).catch(async (error: unknown) => {
        if (isSatchelError(error) && REFUSALS.has(error.code)) await documents.remove(stored);
        throw error;
      });
      // Tables that lag do not have it yet.
      const { keptAt = sentAt } = (await tables.findCopy(userId, id, result.version).catch(() => undefined)) ?? {};
      return { status: 200, body: { version: result.version, kept_at: keptAt, type, text }, headers };
    });
  });
}

/** Without the mark of UTF-8 at its beginning. @throws {SatchelError} `rejected` for what is no UTF-8, or has zeros in it */
function decoded(octets: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(octets);
    if (!text.includes("\0")) return text;
  } catch {
    // Refused below.
  }
  throw new SatchelError("rejected", texts.server.invalid);
}
