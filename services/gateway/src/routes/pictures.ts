import { createHash } from "node:crypto";
import type { Pictures } from "@satchel/chassis";
import { getFavicon, getPreview, type PictureSize, SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listsTag } from "../http/conditional.ts";
import { type Answer, route } from "../http/route.ts";
import { letterIcon } from "../pictures/letter-icon.ts";
import type { Tables } from "../queries/tables.ts";

/** The media type of every picture that enrichment stores; nothing else is shown. */
const TYPE = "image/webp";

const FIXED = {
  // Opened by itself, a picture gets no script, no style and no origin.
  "content-security-policy": "sandbox; default-src 'none'",
  // Private to an account: a leaked address must not get into a search index.
  "x-robots-tag": "noindex, nofollow, noarchive",
};

const CACHED = {
  /** Under an address with its version, a picture never changes. */
  forEver: "private, max-age=31536000, immutable",
  /** Revalidated every time. */
  ask: "private, no-cache",
  /** Seconds for which a letter is valid: an icon may replace it. */
  letter: "private, max-age=3600",
};

export interface PictureOptions {
  readonly tables: Tables;
  readonly pictures: Pictures;
}

/** Previews and icons from this server's store, so that no third party learns what a user saves (decision 26). */
export async function pictureRoutes(app: FastifyInstance, { tables, pictures }: PictureOptions): Promise<void> {
  route(app, getPreview, async ({ userId, params, query, request }) => {
    const key = await tables.findPreviewKey(userId, params.id);
    const shown = await storedPicture(pictures, key, query.size ?? "small", {
      request,
      isVersioned: query.v !== undefined,
    });
    if (shown === undefined) throw new SatchelError("not-found", texts.server.notFound);
    return shown;
  });

  // A host that is not among the caller's own links is answered as one without an icon.
  route(app, getFavicon, async ({ userId, params, query, request }) => {
    const host = params.host.toLowerCase();
    const key = await tables.findFaviconKey(userId, host);
    const isVersioned = query.v !== undefined;
    return (await storedPicture(pictures, key, "small", { request, isVersioned })) ?? letter(host, request);
  });
}

type PictureAnswer = Answer<{ 200: (typeof getFavicon.responses)[200] }>;

interface PictureRequest {
  readonly request: FastifyRequest;
  readonly isVersioned: boolean;
}

/** The picture under a key; key and size are its ETag. Undefined when there is none. */
async function storedPicture(
  pictures: Pictures,
  key: string | undefined,
  size: PictureSize,
  { request, isVersioned }: PictureRequest,
): Promise<PictureAnswer | undefined> {
  if (key === undefined) return undefined;
  const etag = `"${key}.${size}"`;
  const headers = { ...FIXED, etag, "cache-control": isVersioned ? CACHED.forEver : CACHED.ask };
  if (listsTag(request.headers["if-none-match"], etag)) return { status: 304, body: null, headers };
  const picture = await pictures.get(key, size);
  if (picture === undefined || picture.type !== TYPE) return undefined;
  return { status: 200, body: bufferOf(picture.bytes), headers: { ...headers, "content-type": TYPE } };
}

function letter(host: string, request: FastifyRequest): PictureAnswer {
  const body = Buffer.from(letterIcon(host));
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = { ...FIXED, etag, "cache-control": CACHED.letter };
  if (listsTag(request.headers["if-none-match"], etag)) return { status: 304, body: null, headers };
  return { status: 200, body, headers: { ...headers, "content-type": "image/svg+xml" } };
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
