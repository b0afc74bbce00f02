import { createHash } from "node:crypto";
import formbody from "@fastify/formbody";
import { ConcurrencyLimit } from "@satchel/chassis";
import {
  CountVisits,
  EnterShare,
  type LinkId,
  OpenShare,
  type OpenedShare,
  SatchelError,
  texts,
  UUID,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Parts } from "../http/parts.ts";
import { FEED_FORMATS } from "../feeds/addresses.ts";
import { FEED_HEADERS, FORMATS } from "../feeds/formats.ts";
import { isUnchanged } from "../http/conditional.ts";
import { answerTo, logRefusal } from "../http/errors.ts";
import { SHARES_AT_ONCE, SHARES_WAITING } from "../limits.ts";
import { letter, type PictureAnswer, storedPicture } from "../pictures/answers.ts";
import { hostOfIcon } from "../pictures/paths.ts";
import { fontFaces } from "../web/fonts.ts";
import { shareFeedPath, sharePath } from "./addresses.ts";
import { notShared, shareOpener } from "./open.ts";
import { lockedPage, noticePage, sharedPage, type SharePageSite } from "./page.ts";
import { sharePasses } from "./passes.ts";
import { isBadSearch, readShared, readSharedFeed, SHARED_PAGES, sharedLinks } from "./read.ts";
import { shareStyle } from "./style.ts";
import { visitCounter } from "./visits.ts";

/** Nothing runs; style, fonts and pictures are this server's own. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const NOINDEX = "noindex, nofollow, noarchive";

const HEADERS = { "content-security-policy": POLICY, "cache-control": "private, no-cache", "x-robots-tag": NOINDEX };

const HTML = "text/html; charset=utf-8";
const LINK_ID = new RegExp(UUID);

/** A request for something shared. */
interface Params {
  readonly name: string;
  readonly id: string;
}

/**
 * What is shared, at `/s/…` (decision 85). The address alone opens it, and a password where there is one: no session and no
 * token is looked at, and every request is about what is shared at its moment.
 */
export async function sharePages(app: FastifyInstance, parts: Parts): Promise<void> {
  const { commands, tables, pictures, callerOf, logger, site, config } = parts;
  const openAt = shareOpener(async (name) => (await commands.send(OpenShare, { name })).result.opened);
  const passes = sharePasses(config.TOKEN_KEY, site.secure);
  const visits = visitCounter({ report: (counted) => commands.send(CountVisits, counted), logger });
  const isShared = sharedLinks(tables);
  const limit = new ConcurrencyLimit({
    concurrency: SHARES_AT_ONCE,
    waiting: SHARES_WAITING,
  });
  const css = `${await fontFaces(config.WEB_ROOT)}${shareStyle}`;
  const version = createHash("sha256").update(css).digest("base64url").slice(0, 12);
  const pageSite: SharePageSite = {
    origin: site.origin,
    reportAddress: site.reportAddress,
    legalUrl: site.legalUrl,
    style: `/s/style.css?v=${version}`,
  };

  app.addHook("onClose", () => visits.close());
  await app.register(formbody);
  app.addHook("onRequest", async (_request, reply) => void reply.headers(HEADERS));
  app.setErrorHandler((error, request, reply) => {
    const { status, headers } = answerTo(error);
    logRefusal(error, request, status);
    const { locale } = callerOf(request);
    return reply
      .code(status)
      .headers(headers)
      .type(HTML)
      .send(noticePage(pageSite, locale, noticeOf(status)));
  });
  const schema = { hide: true };

  app.get("/s/style.css", { schema }, (_request, reply) =>
    reply.header("cache-control", "public, max-age=31536000, immutable").type("text/css; charset=utf-8").send(css),
  );

  app.get<{ Params: Params }>("/s/:name", { schema }, async (request, reply) => {
    const { name } = request.params;
    const { client, locale } = callerOf(request);
    const opened = await openAt(name, client);
    reply.header("vary", "accept-language, cookie");
    if (!passes.admits(request, opened)) {
      return reply.type(HTML).send(lockedPage({ site: pageSite, locale, name, isWrong: false }));
    }
    const page = pageIn(request);
    const view = await limit.run(opened.userId, () => readShared(tables, opened, page).catch(unlessBadSearch));
    if (view === undefined) throw notShared();
    if (page === 1) visits.count(request, opened);
    const isIndexed = opened.isPublic && opened.lock === null;
    if (isIndexed) reply.removeHeader("x-robots-tag");
    return reply
      .type(HTML)
      .send(sharedPage({ site: pageSite, locale, name, view, isIndexed, hasFeed: hasFeed(opened) }));
  });

  app.post<{ Params: Params }>("/s/:name", { schema }, async (request, reply) => {
    const { name } = request.params;
    const { client, locale } = callerOf(request);
    const opened = await openAt(name, client);
    // Another site must not make its visitors' browsers guess (W3C Fetch Metadata, which a page can't forge).
    if ((request.headers["sec-fetch-site"] ?? "same-origin") !== "same-origin") {
      throw new SatchelError("forbidden", texts.session.forged);
    }
    const { password } = (request.body ?? {}) as { password?: unknown };
    if (typeof password !== "string") throw new SatchelError("invalid", texts.server.invalid);
    if (opened.lock === null) return reply.redirect(sharePath(name), 303);
    const { lock } = (await commands.send(EnterShare, { name, password, client })).result;
    if (lock === null) {
      return reply
        .code(403)
        .type(HTML)
        .send(lockedPage({ site: pageSite, locale, name, isWrong: true }));
    }
    passes.set(reply, name, { id: opened.id, lock });
    return reply.redirect(sharePath(name), 303);
  });

  for (const format of FEED_FORMATS) {
    app.get<{ Params: Params }>(`/s/:name/feed.${format}`, { schema }, async (request, reply) => {
      const { name } = request.params;
      const opened = await openAt(name, callerOf(request).client);
      if (!hasFeed(opened)) throw notShared();
      const at = { home: site.origin + sharePath(name), self: site.origin + shareFeedPath(name, format) };
      const feed = await limit.run(opened.userId, () => readSharedFeed(tables, opened, at).catch(unlessBadSearch));
      if (feed === undefined) throw notShared();
      reply.headers({ ...FEED_HEADERS, etag: `W/${feed.etag}` });
      if (isUnchanged(request.headers, feed.etag)) return reply.code(304).send();
      const { type, write } = FORMATS[format];
      return reply.type(type).send(write(feed.document));
    });
  }

  app.get<{ Params: Params; Querystring: { size?: string; v?: string } }>(
    "/s/:name/pictures/:id",
    { schema },
    async (request, reply) => {
      const { opened, id } = await sharedLinkOf(request);
      const key = await tables.findPreviewKey(opened.userId, id);
      const size = request.query.size === "large" ? "large" : "small";
      const shown = await storedPicture(pictures, key, size, { request, isVersioned: "v" in request.query });
      if (shown === undefined) throw notShared();
      return send(reply, shown);
    },
  );

  app.get<{ Params: Params; Querystring: { v?: string } }>("/s/:name/icons/:id", { schema }, async (request, reply) => {
    const { opened, id } = await sharedLinkOf(request);
    const link = await tables.findLink(opened.userId, id);
    if (link === undefined) throw notShared();
    const host = hostOfIcon(link.favicon_url) ?? new URL(link.url).host;
    const key = link.favicon_url === null ? undefined : await tables.findFaviconKey(opened.userId, host);
    const shown = await storedPicture(pictures, key, "small", { request, isVersioned: "v" in request.query });
    return send(reply, shown ?? letter(host, request));
  });

  app.get("/s/*", { schema }, () => {
    throw notShared();
  });

  /** The link of a picture, if it is shared now, and its visitor may see it. */
  async function sharedLinkOf(
    request: FastifyRequest<{ Params: Params }>,
  ): Promise<{ opened: OpenedShare; id: LinkId }> {
    const { name, id } = request.params;
    const opened = await openAt(name, callerOf(request).client);
    if (!LINK_ID.test(id) || !passes.admits(request, opened)) throw notShared();
    if (!(await isShared(opened, id as LinkId).catch(unlessBadSearch))) throw notShared();
    return { opened, id: id as LinkId };
  }
}

/** A reader of feeds can't say a password; a single link has nothing new. */
const hasFeed = ({ lock, source }: OpenedShare): boolean => lock === null && source.kind === "folder";

/** The number of a page; 1 for whatever is none. @throws {SatchelError} `not-found` beyond the last one */
function pageIn({ query }: FastifyRequest): number {
  const { page } = query as { page?: unknown };
  if (page === undefined) return 1;
  if (typeof page !== "string" || !/^[1-9]\d{0,3}$/.test(page) || Number(page) > SHARED_PAGES) throw notShared();
  return Number(page);
}

function unlessBadSearch(error: unknown): undefined {
  if (!isBadSearch(error)) throw error;
}

function send(reply: FastifyReply, { status, headers, body }: PictureAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers ?? {})
    .send(body ?? undefined);
}

function noticeOf(status: number): Parameters<typeof noticePage>[2] {
  if (status === 404) return "notFound";
  if (status === 429) return "limited";
  return status >= 500 ? "unavailable" : "invalid";
}
