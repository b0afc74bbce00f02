import { isLoopback } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hostnameOf } from "../http/hosts.ts";
import { localeOf } from "../sessions/locale.ts";
import type { OutboxMail } from "./mails.ts";
import { FRAME_RIGHTS, frameDocument, outboxPage } from "./page.ts";
import { outboxScript } from "./script.ts";
import { outboxStyle } from "./style.ts";
import { fontFaces } from "../web/fonts.ts";

interface OutboxOptions {
  readonly folder: string;
  /** Scheme, host and port of the page, for links to it. */
  readonly origin: string;
  /** The folder of the built page, for its fonts. */
  readonly webRoot: string | undefined;
}

/** The page: its own script and style, its own calls, and frames of mails. */
const PAGE_HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

/**
 * A mail's HTML, which may hold what strangers wrote. The sandbox applies also where its address is opened in a tab of its
 * own, which browsers refuse to a sandboxed document with an opener policy (HTML section 7.1.3). Only the outbox frames it.
 */
const FRAME_HEADERS = {
  "content-security-policy": [
    `sandbox ${FRAME_RIGHTS}`,
    "default-src 'none'",
    "img-src data:",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
  "x-frame-options": "SAMEORIGIN",
  "cross-origin-opener-policy": "unsafe-none",
  "x-dns-prefetch-control": "off",
};

/**
 * Shows the mails of the outbox. They hold sign-in codes, so this is registered only while the server is bound to this
 * machine, and answers only under this machine's own names: a foreign name that points here (DNS rebinding) sees nothing.
 */
export async function outboxPages(app: FastifyInstance, { folder, origin, webRoot }: OutboxOptions): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    if (!isLoopback(hostnameOf(request.headers.host ?? ""))) throw notFound();
    reply.headers({ ...PAGE_HEADERS, "cache-control": "no-store" });
  });
  const style = `${await fontFaces(webRoot)}${outboxStyle}`;
  const schema = { hide: true };
  const named = async (name: string): Promise<OutboxMail> => {
    const { readMail } = await import("./mails.ts");
    const mail = await readMail(folder, name);
    if (mail === undefined) throw notFound();
    return mail;
  };
  const sendPage = async (
    { headers }: FastifyRequest,
    reply: FastifyReply,
    open?: OutboxMail,
  ): Promise<FastifyReply> => {
    const { listMails } = await import("./mails.ts");
    const locale = localeOf(headers["accept-language"]);
    const page = outboxPage({ locale, mails: await listMails(folder), open, origin });
    return reply.type("text/html; charset=utf-8").send(page);
  };

  app.get("/outbox", { schema }, (request, reply) => sendPage(request, reply));
  app.get("/outbox/style.css", { schema }, (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  app.get("/outbox/script.js", { schema }, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(outboxScript),
  );
  app.get<{ Params: { name: string } }>("/outbox/:name", { schema }, async (request, reply) =>
    sendPage(request, reply, await named(request.params.name)),
  );
  app.get<{ Params: { name: string } }>("/outbox/:name/html", { schema }, async ({ params }, reply) => {
    const { html } = await named(params.name);
    if (html === undefined) throw notFound();
    return reply.headers(FRAME_HEADERS).type("text/html; charset=utf-8").send(frameDocument(html));
  });
}

const notFound = (): SatchelError => new SatchelError("not-found", texts.server.notFound);
