import { Readable } from "node:stream";
import { EPUB } from "@satchel/contracts/media-types";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fileNameOf } from "../export/file-name.ts";
import type { MadeBook } from "./book.ts";

/** Characters of a title in the name of a file. */
const NAME_CHARS = 60;

/** The name of a book's file, which every file system takes. */
export function bookFileOf(title: string): string {
  const name = fileNameOf(title, NAME_CHARS);
  return `${name === "" ? "Satchel" : name}.epub`;
}

/** The headers of a book that is downloaded (RFC 6266, RFC 8187). */
export function bookHeaders({ title }: Pick<MadeBook, "title">): Record<string, string> {
  const name = bookFileOf(title);
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    "content-type": EPUB,
    "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-robots-tag": "noindex, nofollow, noarchive",
  };
}

export const octetsOf = ({ bytes }: MadeBook): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Wanted {
  readonly title: () => Promise<string>;
  readonly make: () => Promise<MadeBook>;
}

/** Sends a book. None is made for a caller that asks for the headers alone. */
export async function sendBook(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, make }: Wanted,
): Promise<FastifyReply> {
  if (request.method === "HEAD") return reply.headers(bookHeaders({ title: await title() })).send(Readable.from([]));
  const book = await make();
  return reply.headers(bookHeaders(book)).send(octetsOf(book));
}
