import { laterTexts, SatchelError, texts, UUID } from "@satchel/contracts";
import { EPUB, PDF } from "@satchel/contracts/media-types";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Parts } from "../http/parts.ts";
import { OPENS } from "./addresses.ts";
import { bookDisposition } from "../epub/answer.ts";
import type { OpenedCopy } from "./files.ts";

/**
 * A copy may show what it brings along and nothing else: no scripts, no forms, no frames, no other server. The sandbox
 * gives it an origin of its own, so that nothing in it is this server's page. Styles within the page are its own.
 */
const POLICY = [
  "sandbox",
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A browser's own viewer of PDF runs in the page, which a sandbox forbids. */
const POLICY_OF_PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const HEADERS = {
  "content-security-policy": POLICY,
  // The page has no origin, so its own files are another site's for the browser. The address is the permission.
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "cache-control": "private, max-age=3600",
};

/** The parts of an address; what does not look like one is answered as one that is not valid. */
const ADDRESS = new RegExp(`^${UUID.slice(1, -1)}/${UUID.slice(1, -1)}/[\\w-]{1,100}$`);

/** Copies as browsers show them, each under an address that is valid for a while. */
export async function copyPages(app: FastifyInstance, { tables, copyFiles, addresses }: Parts): Promise<void> {
  // Without a schema: TypeBox takes the wildcard's name for a pattern.
  app.get("/copies/:linkId/:version/:token/*", { schema: { hide: true } }, async ({ params }, reply) => {
    const { "*": name, ...parts } = params as { linkId: string; version: string; token: string; "*": string };
    const isAddress = ADDRESS.test(`${parts.linkId}/${parts.version}/${parts.token}`);
    const copy = isAddress ? addresses.open(parts, Date.now()) : undefined;
    if (copy === undefined) throw new SatchelError("not-found", laterTexts.copies.address);
    const opened = await app.userLimits.calls.run(copy.userId, async () => {
      // It may have been deleted since the address was made.
      await tables.findCopy(copy.userId, copy.linkId, copy.version);
      return copyFiles.open(copy);
    });
    return send(reply, opened, name);
  });
}

function send(reply: FastifyReply, { manifest, files }: OpenedCopy, name: string): FastifyReply {
  const shown = name === OPENS ? manifest.main : name;
  const type = typeOf(manifest, shown);
  const bytes = files[shown];
  if (type === undefined || bytes === undefined) throw new SatchelError("not-found", texts.server.notFound);
  reply.headers({ ...HEADERS, "content-type": type });
  if (type === PDF) reply.header("content-security-policy", POLICY_OF_PDF);
  // No browser shows a book.
  if (type === EPUB) reply.header("content-disposition", bookDisposition(manifest.article?.title ?? ""));
  return reply.send(bytes);
}

/** Types that a copy's files are sent as; any other is a text. */
const SHOWN = /^(?:text\/css|font\/woff2|image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|application\/(?:pdf|epub\+zip))$/;

/** The media type of a file of the copy; undefined for what it does not show. */
function typeOf({ files, main }: OpenedCopy["manifest"], name: string): string | undefined {
  if (name === "page.html" && main === name) return "text/html; charset=utf-8";
  const type = files.find((file) => file.name === name)?.type;
  if (type === undefined) return undefined;
  return SHOWN.test(type) ? (type === "text/css" ? "text/css; charset=utf-8" : type) : "text/plain; charset=utf-8";
}
