import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { escapeHtml } from "@satchel/chassis";
import type { PublicConfig } from "@satchel/contracts";
import { etagOf, isUnchanged } from "../http/conditional.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number] | "identity";

/** A document of the page with this server's settings, in each encoding for browsers. */
export interface FilledDocument {
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/**
 * Writes this server's settings into a document: the addresses where the build has placeholders (`{{save_address}}`,
 * web/src/app/first/prerender.tsx), and as a `meta` element for the script, so that the page needs no call for them and
 * its layout does not shift.
 */
const fill = (html: string, config: PublicConfig): string =>
  html
    .replaceAll("{{save_address}}", () => escapeHtml(config.save_address))
    .replaceAll("{{support_address}}", () => escapeHtml(config.support_address))
    .replace(
      "</head>",
      () => `<meta name="satchel:config" content="${escapeHtml(JSON.stringify(config))}">\n  </head>`,
    );

/** Reads and fills a document; undefined where the build has none. */
export async function readDocument(
  root: string,
  name: string,
  config: PublicConfig,
): Promise<FilledDocument | undefined> {
  const html = await readFile(join(root, name), "utf8").catch(() => undefined);
  if (html === undefined) return undefined;
  const identity = Buffer.from(fill(html, config));
  const [br, packed] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return { etag: etagOf(identity), bodies: { identity, br, gzip: packed } };
}

/** The best encoding that a browser accepts (RFC 9110 section 12.5.3), the smallest first. */
function encodingFor(accepted: string | undefined): Encoding {
  const taken = (accepted ?? "")
    .split(",")
    .map((part) => part.replaceAll(/\s/g, ""))
    .filter((part) => !/;q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]);
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? "identity";
}

/** Answers with a document, or 304. */
export function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies }: FilledDocument,
): FastifyReply {
  const encoding = encodingFor(headers["accept-encoding"]);
  void reply.headers({ "cache-control": "no-cache", vary: "accept-language, accept-encoding", etag: `W/${etag}` });
  if (isUnchanged(headers, etag)) return reply.code(304).send();
  if (encoding !== "identity") void reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(bodies[encoding]);
}
