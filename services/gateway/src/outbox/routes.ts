import { isLoopback } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { hostnameOf } from "../http/hosts.ts";
import { listMails, readMail } from "./mails.ts";
import { listPage, mailPage, stylesheet } from "./page.ts";

export interface OutboxOptions {
  readonly folder: string;
  /** Scheme, host and port of the page, for links to it. */
  readonly origin: string;
}

/**
 * Shows the mails of the outbox. They hold sign-in codes, so this is registered only while the server is bound to this
 * machine, and answers only under this machine's own names: a foreign name that points here (DNS rebinding) sees
 * nothing.
 */
export async function outboxPages(app: FastifyInstance, { folder, origin }: OutboxOptions): Promise<void> {
  app.addHook("onRequest", async (request) => {
    if (!isLoopback(hostnameOf(request.headers.host ?? ""))) throw notFound();
  });
  const send = (reply: FastifyReply, type: string, body: string): FastifyReply =>
    reply.header("cache-control", "no-store").type(`${type}; charset=utf-8`).send(body);

  app.get("/outbox", { schema: { hide: true } }, async (_request, reply) =>
    send(reply, "text/html", listPage(await listMails(folder))),
  );
  app.get("/outbox/style.css", { schema: { hide: true } }, (_request, reply) => send(reply, "text/css", stylesheet));
  app.get<{ Params: { name: string } }>("/outbox/:name", { schema: { hide: true } }, async ({ params }, reply) => {
    const mail = await readMail(folder, params.name);
    if (mail === undefined) throw notFound();
    return send(reply, "text/html", mailPage(mail, origin));
  });
}

const notFound = (): SatchelError => new SatchelError("not-found", texts.server.notFound);
