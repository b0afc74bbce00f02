import { programTexts } from "@satchel/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerTo } from "../http/errors.ts";

/** The faults of a field; of a list by the number of its item. */
type Faults = readonly string[] | Readonly<Record<number, readonly string[]>>;

/** An error in the words and the form that linkding's apps know: those of Django REST framework. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** Faults of fields, by their names. */
export const faulty = (faults: Readonly<Record<string, Faults>>): Refusal => new Refusal(400, faults);

export const noCredentials = (): Refusal =>
  new Refusal(401, { detail: "Authentication credentials were not provided." });
export const invalidToken = (): Refusal => new Refusal(401, { detail: "Invalid token." });
export const notFound = (what?: "Bookmark" | "BookmarkAsset" | "Tag" | "BookmarkBundle"): Refusal =>
  new Refusal(404, { detail: what === undefined ? "Not found." : `No ${what} matches the given query.` });
/** The same for what is below a bookmark. */
export const noBookmark = (): Refusal => new Refusal(404, { detail: "Bookmark does not exist" });
export const notPermitted = (): Refusal =>
  new Refusal(403, { detail: "You do not have permission to perform this action." });

/**
 * Statuses of errors that linkding does not have, as what its apps show to people: a full account is no fault of the server,
 * and a conflict is one of what was sent.
 */
const STATUSES: Readonly<Record<number, number>> = { 409: 400, 422: 400, 507: 403 };

/** Sends the answer to an error. What is no fault of the caller is logged by the gateway's own handler. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return send(reply, error);
  const { status, body, headers } = answerTo(error);
  if (status >= 500 && status !== 507) throw error;
  void reply.headers(headers);
  if (status === 401) return send(reply, invalidToken());
  if (status === 404) return send(reply, notFound());
  if (status === 403 && body.detail === programTexts.tokens.outOfScope) return send(reply, notPermitted());
  if (status === 415) {
    const type = request.headers["content-type"] ?? "";
    return send(reply, new Refusal(415, { detail: `Unsupported media type "${type}" in request.` }));
  }
  return send(reply, new Refusal(STATUSES[status] ?? status, { detail: body.detail }));
}

function send(reply: FastifyReply, { status, body }: Refusal): FastifyReply {
  // RFC 9110 section 15.5.2. The scheme that linkding names.
  if (status === 401) void reply.header("www-authenticate", "Token");
  return reply.code(status).type("application/json").send(JSON.stringify(body));
}
