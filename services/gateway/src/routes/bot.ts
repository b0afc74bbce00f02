import type { FastifyInstance } from "fastify";
import { botPage } from "../bot/page.ts";
import type { GatewayConfig, Site } from "../config.ts";
import { fontFaces } from "../web/fonts.ts";
import { articleStyle } from "../web/style.ts";

/** Text, style and fonts only: the page has no script. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = { "cache-control": "public, max-age=3600", "x-robots-tag": "noindex" };

/** `/bot`: who fetches pages and how to keep it away, for the owners of sites. The fetcher's User-Agent field names it. */
export async function botRoutes(
  app: FastifyInstance,
  { site, config }: { site: Site; config: GatewayConfig },
): Promise<void> {
  const page = botPage(site.supportAddress);
  const css = `${await fontFaces(config.WEB_ROOT)}${articleStyle}`;
  app.get("/bot", { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ ...HEADERS, "content-security-policy": POLICY })
      .type("text/html; charset=utf-8")
      .send(page),
  );
  app.get("/bot/style.css", { schema: { hide: true } }, (_request, reply) =>
    reply.headers(HEADERS).type("text/css; charset=utf-8").send(css),
  );
}
