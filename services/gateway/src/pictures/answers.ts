import type { Pictures } from "@satchel/chassis";
import type { getFavicon, PictureSize } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import { etagOf, isUnchanged } from "../http/conditional.ts";
import type { Answer } from "../http/route.ts";
import { letterIcon } from "./letter-icon.ts";

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

/** A picture as an answer. */
export type PictureAnswer = Answer<{ 200: (typeof getFavicon.responses)[200] }>;

interface PictureRequest {
  readonly request: FastifyRequest;
  readonly isVersioned: boolean;
}

/** The picture under a key; key and size are its ETag. Undefined when there is none. */
export async function storedPicture(
  pictures: Pictures,
  key: string | undefined,
  size: PictureSize,
  { request, isVersioned }: PictureRequest,
): Promise<PictureAnswer | undefined> {
  if (key === undefined) return undefined;
  const etag = `"${key}.${size}"`;
  const headers = { ...FIXED, etag, "cache-control": isVersioned ? CACHED.forEver : CACHED.ask };
  if (isUnchanged(request.headers, etag)) return { status: 304, body: null, headers };
  const picture = await pictures.get(key, size);
  if (picture === undefined || picture.type !== TYPE) return undefined;
  return { status: 200, body: bufferOf(picture.bytes), headers: { ...headers, "content-type": TYPE } };
}

/** The answer with the letter of a host without an icon. */
export function letter(host: string, request: FastifyRequest): PictureAnswer {
  const body = Buffer.from(letterIcon(host));
  const etag = etagOf(body);
  const headers = { ...FIXED, etag, "cache-control": CACHED.letter };
  if (isUnchanged(request.headers, etag)) return { status: 304, body: null, headers };
  return { status: 200, body, headers: { ...headers, "content-type": "image/svg+xml" } };
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
