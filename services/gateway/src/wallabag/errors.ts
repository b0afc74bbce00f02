import type { FastifyReply, FastifyRequest } from "fastify";
import { answerTo } from "../http/errors.ts";

/** An error in a form that wallabag's apps know: that of OAuth (RFC 6749 section 5.2), or that of its API. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

export const oauthRefusal = (error: string, description: string): Refusal =>
  new Refusal(400, { error, error_description: description });
export const refused = (status: number, message: string): Refusal =>
  new Refusal(status, { error: { code: status, message } });
export const notFound = (): Refusal => refused(404, "Not Found");
export const noAccess = (): Refusal =>
  new Refusal(401, { error: "access_denied", error_description: "OAuth2 authentication required" });

/** A full account is no fault of the server, and what can't be read is one of the caller's. */
const STATUSES: Readonly<Record<number, number>> = { 422: 400, 507: 403 };

/** Sends the answer to an error. What is no fault of the caller is logged by the gateway's own handler. */
export function sendRefusal(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return send(reply, error);
  const { status, body, headers } = answerTo(error);
  if (status >= 500 && status !== 507) throw error;
  reply.headers(headers);
  return send(reply, status === 401 ? noAccess() : refused(STATUSES[status] ?? status, body.detail));
}

function send(reply: FastifyReply, { status, body }: Refusal): FastifyReply {
  // RFC 9110 section 15.5.2.
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="Service"');
  return reply.code(status).type("application/json").send(JSON.stringify(body));
}
