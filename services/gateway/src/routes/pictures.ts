import type { Pictures } from "@satchel/chassis";
import { getFavicon, getPreview, SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Answer, route } from "../http/route.ts";
import type { Tables } from "../tables.ts";

/** Media types that are shown. Pictures come from pages that anybody wrote: none here can run script. */
const TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/x-icon"]);

/** Even opened by itself, a picture gets no script, no style and no origin. */
const POLICY = "sandbox; default-src 'none'";

export interface PictureOptions {
  readonly tables: Tables;
  readonly pictures: Pictures;
}

/** Previews and icons, which this server keeps so that no third party learns what a user keeps (decision 9). */
export async function pictureRoutes(app: FastifyInstance, { tables, pictures }: PictureOptions): Promise<void> {
  route(app, getPreview, async ({ userId, params, request }) =>
    answer(pictures, await tables.findPreviewKey(userId, params.id), request),
  );

  route(app, getFavicon, async ({ userId, params, request }) =>
    answer(pictures, await tables.findFaviconKey(userId, params.host.toLowerCase()), request),
  );
}

type PictureAnswer = Answer<{ 200: (typeof getPreview.responses)[200] }>;

/** The picture under a key. The key is the hash of its octets, so it is its ETag too. */
async function answer(pictures: Pictures, key: string | undefined, request: FastifyRequest): Promise<PictureAnswer> {
  if (key === undefined) throw notFound();
  const etag = `"${key}"`;
  const versioned = typeof request.query === "object" && request.query !== null && "v" in request.query;
  const headers = {
    etag,
    "cache-control": versioned ? "private, max-age=31536000, immutable" : "private, no-cache",
    "content-security-policy": POLICY,
  };
  if (matches(request.headers["if-none-match"], etag)) return { status: 304, body: null, headers };
  const picture = await pictures.get(key);
  if (picture === undefined || !TYPES.has(picture.type)) throw notFound();
  const { bytes, type } = picture;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { status: 200, body, headers: { ...headers, "content-type": type } };
}

const notFound = (): SatchelError => new SatchelError("not-found", texts.server.notFound);

/** RFC 9110 section 13.1.2: any of the listed tags, compared weakly. */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
