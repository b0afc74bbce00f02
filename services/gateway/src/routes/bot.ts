import type { FastifyInstance } from "fastify";
import { botPage } from "../bot/page.ts";
import type { Site } from "../config.ts";
import { articleStyle } from "../web/style.ts";

/** Text and style only: the page has no script. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = { "cache-control": "public, max-age=3600", "x-robots-tag": "noindex" };

/** `/bot`: who fetches pages and how to keep it away, for the owners of sites. The fetcher's User-Agent field names it. */
export async function botRoutes(app: FastifyInstance, { site }: { site: Site }): Promise<void> {
  const page = botPage(site.supportAddress);
  app.get("/bot", { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ ...HEADERS, "content-security-policy": POLICY })
      .type("text/html; charset=utf-8")
      .send(page),
  );
  app.get("/bot/style.css", { schema: { hide: true } }, (_request, reply) =>
    reply.headers(HEADERS).type("text/css; charset=utf-8").send(articleStyle),
  );
}
