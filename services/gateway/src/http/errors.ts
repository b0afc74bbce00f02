import { codeOf, isTransient } from "@satchel/chassis";
import { type ErrorBody, type ErrorCode, isSatchelError, SatchelError, texts, laterTexts } from "@satchel/contracts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { faultsOf } from "./validation.ts";

/** The HTTP status of each kind of error: the only place that knows both. */
const statuses: Record<ErrorCode, number> = {
  invalid: 422,
  rejected: 400,
  "not-found": 404,
  unauthenticated: 401,
  forbidden: 403,
  conflict: 409,
  taken: 409,
  "too-large": 413,
  // RFC 4918 section 11.5: the server can't store what is needed, and the caller has to make room.
  full: 507,
  limited: 429,
  unavailable: 503,
  internal: 500,
};

/** Texts for errors of the framework. */
const details: Record<number, string> = {
  400: texts.server.invalid,
  404: texts.server.notFound,
  405: laterTexts.http.method,
  413: laterTexts.http.tooLarge,
  415: laterTexts.http.mediaType,
  429: texts.server.tooMany,
};

/** Seconds in Retry-After where the error itself has none. */
const RETRY_AFTER = 1;

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;
}

/**
 * The answer to an error. It shows nothing of an unexpected error. A bus or a database that is unavailable or too slow
 * is 503, wherever the error comes from: the call can be repeated.
 */
export function answerTo(error: unknown): ErrorAnswer {
  if (isSatchelError(error)) {
    const { code, detail, errors, retryAfter } = error.data;
    const status = statuses[code];
    return {
      status,
      body: errors === undefined ? { detail } : { detail, errors },
      headers: {
        ...(status === 429 || status === 503 ? { "retry-after": String(retryAfter ?? RETRY_AFTER) } : {}),
        // RFC 9110 section 15.5.2 wants a challenge in a 401. "Bearer" makes no browser ask for a password.
        ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
      },
    };
  }
  const { validation, statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  if (validation !== undefined) {
    return { status: 422, body: { detail: texts.server.invalid, errors: faultsOf(validation) }, headers: {} };
  }
  if (statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { detail: details[statusCode] ?? texts.server.invalid }, headers: {} };
  }
  if (isTransient(error)) return answerTo(new SatchelError("unavailable", texts.server.unavailable));
  // SQLSTATE 22003 (PostgreSQL manual, appendix A): a number of the caller's is out of range.
  if (codeOf(error) === "22003") return answerTo(new SatchelError("invalid", texts.server.invalid));
  return { status: 500, body: { detail: texts.unexpected }, headers: {} };
}

/** Sends the answer to an error, and logs it as one if the server is at fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = answerTo(error);
  logRefusal(error, request, status);
  return reply.code(status).headers(headers).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** Logs the answer to an error, as one if the server is at fault. */
export function logRefusal(error: unknown, request: FastifyRequest, status: number): void {
  const fields = { err: error, method: request.method, route: request.routeOptions.url, status };
  const isFault = status >= 500 && status !== statuses.full;
  if (isFault) request.log.error(fields, "request failed");
  else request.log.debug(fields, "request refused");
}
