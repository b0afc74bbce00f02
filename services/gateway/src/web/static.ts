import { relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { LOCALES, type PublicConfig, SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { localeOf } from "../sessions/locale.ts";
import { type FilledDocument, readDocument, sendDocument } from "./documents.ts";

/** A year: the name of an asset holds the hash of its content. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Addresses with a prerendered document, one for each language. */
const DOCUMENTS = { "/": "landing", "/links": "archive" } as const;

function navigates({ method, headers }: FastifyRequest): boolean {
  return (method === "GET" || method === "HEAD") && headers.accept?.includes("text/html") === true;
}

/** Octets of a share: its title, text and address. Files never arrive here, so more is not read. */
const SHARE_BYTES = 64 * 1024;

/**
 * What a phone's share menu sends is taken by the page's service worker. Where that is missing or older, the server leads to a
 * shared link itself; files have to be shared once more, when the page has brought its worker.
 */
async function sharesWithoutWorker(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: SHARE_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((_error, _request, reply) => reply.redirect("/share?files", 303));
  app.post("/share", { schema: { hide: true } }, async ({ body, headers }, reply) => {
    const type = headers["content-type"] ?? "";
    const form = await new Response(body as Buffer, { headers: { "content-type": type } }).formData();
    const texts = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === "string" && value !== "") texts.append(name, value);
    return reply.redirect(texts.size === 0 ? "/share?files" : `/share?${texts.toString()}`, 303);
  });
}

interface WebPageOptions {
  /** The folder of the built page. */
  readonly root: string;
  /** This server's settings for the page's documents. */
  readonly config: PublicConfig;
}

/**
 * Serves the built page: its files, and `index.html` for every other address that a browser opens, since the page has
 * its own routes. Addresses of the API are excluded.
 */
export async function webPage(app: FastifyInstance, { root, config }: WebPageOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    dotfiles: "ignore",
    // The build has compressed forms of each file.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = relative(root, path).startsWith(`assets${sep}`);
      void reply.header("cache-control", hashed ? FOR_EVER : "no-cache");
    },
  });
  for (const [path, name] of Object.entries(DOCUMENTS)) {
    const documents = new Map<string, FilledDocument>();
    for (const language of LOCALES) {
      // Where only providers sign people in, its form for an address would flash and go.
      if (name === "landing" && config.sso?.only === true) continue;
      const document = await readDocument(root, `${name}.${language}.html`, config);
      if (document !== undefined) documents.set(language, document);
    }
    app.get(path, { schema: { hide: true } }, async (request, reply): Promise<FastifyReply> => {
      const document = documents.get(localeOf(request.headers["accept-language"]));
      if (navigates(request) && document !== undefined) return sendDocument(request, reply, document);
      if (path === "/" || navigates(request)) return reply.sendFile("index.html");
      reply.callNotFound();
      return reply;
    });
  }
  await app.register(sharesWithoutWorker);
  app.setNotFoundHandler((request, reply) => {
    if (!navigates(request) || /^\/api(?:[/?]|$)/.test(request.url))
      throw new SatchelError("not-found", texts.server.notFound);
    // Not returned: Fastify waits for a reply that is returned, with two more listeners of the response. The route of files has
    // called this handler and waits for the same reply, so these would be too many for Node, which warns.
    void reply.sendFile("index.html");
  });
}
