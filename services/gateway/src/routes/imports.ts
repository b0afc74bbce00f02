import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { CommandClient, ImportFiles } from "@satchel/chassis";
import {
  createImport,
  getImport,
  IMPORT_BYTES,
  type ImportId,
  IMPORTS_AT_ONCE,
  ListImports,
  listImports,
  SatchelError,
  StartImport,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { allowSlowBody } from "../http/deadlines.ts";
import { route } from "../http/route.ts";
import { UPLOAD_IDLE_MS, UPLOAD_MS, UPLOAD_RETRY_SECONDS } from "../limits.ts";

interface ImportOptions {
  readonly commands: CommandClient;
  readonly files: ImportFiles;
}

/**
 * Imports of bookmarks. The file is streamed through this process into the object store, where the links service reads
 * it. Registered in a scope of their own, because the body is a file of any type.
 */
export async function importRoutes(app: FastifyInstance, { commands, files }: ImportOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  const uploads = new Map<UserId, number>();

  route(app, createImport, async ({ userId, query, request }) => {
    const underWay = uploads.get(userId) ?? 0;
    if (underWay >= IMPORTS_AT_ONCE) {
      throw new SatchelError("limited", texts.imports.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS });
    }
    if (Number(request.headers["content-length"] ?? 0) > IMPORT_BYTES) throw tooLarge();
    uploads.set(userId, underWay + 1);
    try {
      const importId = randomUUID() as ImportId;
      const bytes = await upload(files, { userId, importId }, request);
      const { name = "", format } = query;
      const start = { userId, importId, name, bytes, ...(format === undefined ? {} : { format }) };
      return { status: 202, body: (await commands.send(StartImport, start)).result };
    } finally {
      const left = (uploads.get(userId) ?? 1) - 1;
      if (left === 0) uploads.delete(userId);
      else uploads.set(userId, left);
    }
  });

  route(app, listImports, async ({ userId }) => ({
    status: 200,
    body: (await commands.send(ListImports, { userId })).result,
  }));

  route(app, getImport, async ({ userId, params }) => {
    const { result } = await commands.send(ListImports, { userId, importId: params.id });
    const [found] = result.imports;
    if (found === undefined) throw new SatchelError("not-found", texts.imports.notFound);
    return { status: 200, body: found };
  });
}

/** Stores the body in the object store and returns its size; nothing is left of one that is too large or cut off. */
async function upload(
  files: ImportFiles,
  key: { readonly userId: UserId; readonly importId: ImportId },
  request: FastifyRequest,
): Promise<number> {
  const body: unknown = request.body;
  if (!(body instanceof Readable)) throw new SatchelError("rejected", texts.imports.unknown);
  allowSlowBody(request.raw, { idleMs: UPLOAD_IDLE_MS, totalMs: UPLOAD_MS });
  try {
    return await files.put(key, bounded(body, IMPORT_BYTES));
  } catch (error) {
    // The client has disconnected, which is not the server's fault.
    if (request.raw.destroyed && !request.raw.complete) throw new SatchelError("rejected", texts.server.invalid);
    throw error;
  }
}

/**
 * The pieces of a body up to a number of octets. The body is not destroyed with the reading, because its connection is
 * needed for the answer.
 * @throws {SatchelError} `too-large` when there are more
 */
export async function* bounded(body: Readable, octets: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    count += piece.length;
    if (count > octets) throw tooLarge();
    yield piece;
  }
}

const tooLarge = (): SatchelError => new SatchelError("too-large", texts.imports.tooLarge);
