import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import {
  type Correlation,
  httpRequests,
  type Logger,
  newCorrelation,
  openSpan,
  type Span,
  withCorrelation,
} from "@satchel/chassis";
import { BODY_BYTES, type ErrorBody, START_MS, texts } from "@satchel/contracts";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Site } from "../config.ts";
import {
  ANSWER_IDLE_MS,
  CHECK_MS,
  PIPELINED_REQUESTS,
  REQUEST_MS,
  UNTAKEN_BYTES,
  UNTAKEN_COUNTED_BYTES,
} from "../limits.ts";
import { limitConnections } from "./connections.ts";
import { limitBodies } from "./deadlines.ts";
import { sendError } from "./errors.ts";
import { securityHeaders } from "./headers.ts";
import { limitUntaken } from "./untaken.ts";
import { compileValidator } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request's correlation context, passed to all services. */
    correlation: Correlation | undefined;
    /** The request's span, if it is recorded. */
    span: Span | undefined;
  }
}

/** Name of the header with the request's id, for support and for the logs of all services. */
const REQUEST_ID = "x-request-id";

interface FactoryOptions {
  readonly site: Site;
  readonly logger: Logger;
  /** Proxies whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: readonly string[];
}

/** Makes the HTTP server with what applies to every request and answer. */
export function createHttp({ site, logger, trustProxy }: FactoryOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // A log line for each request would cost as much as answering it, and would reveal who reads what.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    // Never the caller's id: a repeated one would merge two requests in the logs.
    genReqId: () => randomUUID(),
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    bodyLimit: BODY_BYTES,
    // For loading each plugin; Fastify's 10 s are too few for a busy machine.
    pluginTimeout: START_MS,
    // Heads have a limit of their own, and bodies too, which a route for large files can raise.
    requestTimeout: 0,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS },
    // Requests during a stop are still answered, instead of by Fastify's 503.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ [REQUEST_ID]: request.id, ...fixed });
      void sendError(error, request, reply);
    },
    clientErrorHandler: refuseMalformed,
  });
  const fixed = securityHeaders(site.secure);
  limitBodies(app.server, REQUEST_MS, (socket) => refuseMalformed(tooSlow, socket));

  limitConnections(app, { unanswered: PIPELINED_REQUESTS, idleMs: ANSWER_IDLE_MS });
  limitUntaken(app, { counted: UNTAKEN_COUNTED_BYTES, octets: UNTAKEN_BYTES });

  app.setValidatorCompiler(compileValidator);
  // Not Fastify's, which makes a program for every answer of every call (decision 72).
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.setErrorHandler(sendError);
  acceptEmptyJson(app);

  app.decorateRequest("session", undefined);
  app.decorateRequest("correlation", undefined);
  app.decorateRequest("span", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(fixed);
    reply.header(REQUEST_ID, request.id);
    // Answers of the API belong to one user; pictures set their own header.
    if (isOfApi(request)) reply.header("cache-control", "no-store");
    request.correlation = newCorrelation(request.id);
    request.span = spanOf(request);
    if (request.span !== undefined) {
      request.correlation = { ...request.correlation, traceparent: request.span.traceparent };
    }
    withCorrelation(request.correlation, done);
  });
  // A body arrives in the socket's asynchronous context, so the request's has to be entered again.
  app.addHook("preValidation", ({ correlation }, _reply, done) => {
    if (correlation === undefined) done();
    else withCorrelation(correlation, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    // A path without a route gets no label: clients choose paths.
    const { url: route = "none" } = request.routeOptions;
    const status = reply.statusCode;
    request.span?.set({ "http.response.status_code": status });
    if (status >= 500) request.span?.fail(String(status));
    request.span?.end();
    if (!isStream(reply)) httpRequests.observe({ method, route, status }, reply.elapsedTime / 1000);
    request.log.debug({ method, route, status, ms: reply.elapsedTime }, "answered");
    done();
  });
  return app;
}

/** Whether it is a call of the API, found or not: other spellings of an address lead to the same route. */
const isOfApi = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith("/api/") || routeOptions.url?.startsWith("/api/") === true;

/** The first span of a request: a caller's trace context is not trusted. */
function spanOf({ method, routeOptions }: FastifyRequest): Span | undefined {
  const { url: route = "none" } = routeOptions;
  const attributes = { "http.request.method": method, "http.route": route };
  return openSpan(`${method} ${route}`, { kind: "server", isRoot: true, attributes });
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader("content-type")).startsWith("text/event-stream");

/** JSON is the only type of body unless a route says otherwise; an empty body of that type is accepted. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

const tooSlow: NodeJS.ErrnoException = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/**
 * Answers malformed HTTP (RFC 9112), or a head that is too slow or too long, like every other error, and closes the
 * connection.
 */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "431 Request Header Fields Too Large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "408 Request Timeout"
        : "400 Bad Request";
  const body = JSON.stringify({ detail: texts.server.invalid } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status}`,
    `${REQUEST_ID}: ${randomUUID()}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  // Does not wait for further input.
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
