import { Readable } from "node:stream";
import { EPUB } from "@satchel/contracts/media-types";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fileNameOf } from "../export/file-name.ts";
import type { MadeBook } from "./book.ts";

/** The name of a book's file, which every file system takes. */
export function bookFileOf(title: string): string {
  const name = fileNameOf(title);
  return `${name === "" ? "Satchel" : name}.epub`;
}

/** The name of a book that is downloaded (RFC 6266, RFC 8187). */
export function bookDisposition(title: string): string {
  const name = bookFileOf(title);
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const bookHeaders = ({ title }: Pick<MadeBook, "title">): Record<string, string> => ({
  "content-type": EPUB,
  "content-disposition": bookDisposition(title),
  "content-security-policy": "sandbox; default-src 'none'",
  "x-robots-tag": "noindex, nofollow, noarchive",
});

const octetsOf = ({ bytes }: MadeBook): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface BookRequest {
  readonly title: () => Promise<string>;
  readonly make: () => Promise<MadeBook>;
}

/** The answer with a book. None is made for a caller that asks for the headers alone. */
export async function bookAnswer({ method }: FastifyRequest, { title, make }: BookRequest) {
  if (method === "HEAD") {
    return { status: 200, body: Readable.from([]) as never, headers: bookHeaders({ title: await title() }) } as const;
  }
  const book = await make();
  return { status: 200, body: octetsOf(book), headers: bookHeaders(book) } as const;
}

/** The same for a door. */
export async function sendBook(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: BookRequest,
): Promise<FastifyReply> {
  const { body, headers } = await bookAnswer(request, wanted);
  return reply.headers(headers).send(body);
}
