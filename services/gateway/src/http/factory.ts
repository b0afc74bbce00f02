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
import { CHECK_MS, REQUEST_MS } from "../limits.ts";
import { limitBodies } from "./deadlines.ts";
import { sendError } from "./errors.ts";
import { securityHeaders } from "./headers.ts";
import { compileValidator } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What ties together the work of all services for this request. */
    correlation: Correlation | undefined;
    /** What is recorded of it; undefined where nothing is. */
    span: Span | undefined;
  }
}

/** Name of the header that names an answer, for support and for the logs of all services. */
const REQUEST_ID = "x-request-id";

export interface FactoryOptions {
  readonly site: Site;
  readonly logger: Logger;
  /** Proxies whose X-Forwarded-* headers are believed. */
  readonly trustProxy: readonly string[];
  /** Milliseconds for a body to arrive. */
  readonly bodyMs?: number;
}

/**
 * Makes the HTTP server that everything is registered on: what holds for every request and answer is set here, once.
 */
export function createHttp({ site, logger, trustProxy, bodyMs = REQUEST_MS }: FactoryOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // One line a request would cost as much as answering it, and would tell who reads what.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    // Always our own: an id from outside could make two stories one.
    genReqId: () => randomUUID(),
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    bodyLimit: BODY_BYTES,
    // Of each part while it is loaded; Fastify's 10 s are too few for a busy machine.
    pluginTimeout: START_MS,
    // For heads; bodies have a watch of their own, which a route for large files can lengthen.
    requestTimeout: 0,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS },
    // While the server stops, what still arrives is answered as ever and not with a 503 of Fastify's.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ [REQUEST_ID]: request.id, ...fixed });
      void sendError(error, request, reply);
    },
    clientErrorHandler: refuseMalformed,
  });
  const fixed = securityHeaders(site.secure);
  limitBodies(app.server, bodyMs, (socket) => refuseMalformed(tooSlow, socket));

  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(sendError);
  acceptEmptyJson(app);

  app.decorateRequest("session", undefined);
  app.decorateRequest("correlation", undefined);
  app.decorateRequest("span", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(fixed);
    reply.header(REQUEST_ID, request.id);
    // What the API tells is one user's own; pictures say otherwise themselves.
    if (isOfApi(request)) reply.header("cache-control", "no-store");
    request.correlation = newCorrelation(request.id);
    request.span = spanOf(request);
    if (request.span !== undefined) {
      request.correlation = { ...request.correlation, traceparent: request.span.traceparent };
    }
    withCorrelation(request.correlation, done);
  });
  // A body arrives in the socket's own asynchronous context, so the request's has to be entered again after it.
  app.addHook("preValidation", ({ correlation }, _reply, done) => {
    if (correlation === undefined) done();
    else withCorrelation(correlation, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    // What no route takes has no name: paths are anybody's choice.
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

/** Whether a call of the API was made, found or not: an address that is spelled in another way leads to the same route. */
const isOfApi = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith("/api/") || routeOptions.url?.startsWith("/api/") === true;

/** The beginning of a story: what a caller says of traces is not believed, for it could make two stories one. */
function spanOf({ method, routeOptions }: FastifyRequest): Span | undefined {
  const { url: route = "none" } = routeOptions;
  const attributes = { "http.request.method": method, "http.route": route };
  return openSpan(`${method} ${route}`, { kind: "server", isRoot: true, attributes });
}

/** Whether an answer goes on until its reader leaves. */
const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader("content-type")).startsWith("text/event-stream");

/** JSON is the only type of body unless a route says otherwise, and none at all is none also under its name. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

const tooSlow: NodeJS.ErrnoException = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** Answers what is no HTTP at all (RFC 9112), too slow or too long in its head, like every other error, and hangs up. */
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
  // What still comes is not waited for.
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
