import { relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";

/** A year: the name of an asset holds the hash of its content. */
const FOR_EVER = "public, max-age=31536000, immutable";

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
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const navigates = (method === "GET" || method === "HEAD") && request.headers.accept?.includes("text/html") === true;
    if (!navigates || /^\/api(?:[/?]|$)/.test(url)) throw new SatchelError("not-found", texts.server.notFound);
    return reply.sendFile("index.html");
  });
}
