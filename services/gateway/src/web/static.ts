import { relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { localeOf } from "../sessions/locale.ts";

/** A year: the name of an asset holds the hash of its content. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Addresses with a document of their own, which shows something before any script has come; one for each language. */
const DOCUMENTS = { "/": "landing", "/links": "archive" } as const;

const isDocument = (path: string): boolean => /\.(?:de|en)\.html(?:\.|$)/.test(path);

function navigates({ method, headers }: FastifyRequest): boolean {
  return (method === "GET" || method === "HEAD") && headers.accept?.includes("text/html") === true;
}

/**
 * Serves the built page: its files, and `index.html` for every other address that a browser goes to, since the page
 * knows its own routes. Addresses of the API are none of the page's.
 */
export async function webPage(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    dotfiles: "ignore",
    // The build lays the packed forms of a file beside it.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = relative(root, path).startsWith(`assets${sep}`);
      void reply.header("cache-control", hashed ? FOR_EVER : "no-cache");
      if (isDocument(path)) void reply.header("vary", "accept-language");
    },
  });
  for (const [path, name] of Object.entries(DOCUMENTS)) {
    // Where a build has none, sending it ends in the answer below.
    app.get(path, { schema: { hide: true } }, async (request, reply): Promise<FastifyReply> => {
      const language = localeOf(request.headers["accept-language"]);
      if (navigates(request)) return reply.sendFile(`${name}.${language}.html`);
      if (path === "/") return reply.sendFile("index.html");
      reply.callNotFound();
      return reply;
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!navigates(request) || /^\/api(?:[/?]|$)/.test(request.url))
      throw new SatchelError("not-found", texts.server.notFound);
    return reply.sendFile("index.html");
  });
}
