import type { FastifyReply, FastifyRequest } from "fastify";
import { answerTo, type ErrorAnswer } from "./errors.ts";

/** An error in the form of another API, for a door that speaks it. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/**
 * The error handler of a door. What is no fault of the caller is logged and answered by the gateway's own handler.
 * @param challenge of a 401 (RFC 9110 section 15.5.2): the scheme that the door's apps know
 * @param refusalOf what the door makes of any other answer to an error
 */
export function sendRefusals(
  challenge: string,
  refusalOf: (answer: ErrorAnswer, request: FastifyRequest) => Refusal,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const send = (reply: FastifyReply, { status, body }: Refusal): FastifyReply => {
    if (status === 401) void reply.header("www-authenticate", challenge);
    return reply.code(status).type("application/json").send(JSON.stringify(body));
  };
  return (error, request, reply) => {
    if (error instanceof Refusal) return send(reply, error);
    const answer = answerTo(error);
    if (answer.status >= 500 && answer.status !== 507) throw error;
    void reply.headers(answer.headers);
    return send(reply, refusalOf(answer, request));
  };
}
