import { SatchelError, sendMcpMessage, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { admitApp } from "../sessions/admit-token.ts";
import { presentedToken } from "../sessions/authorization.ts";
import { isOwnOrigin } from "../sessions/origin.ts";
import { answerMessage, tools } from "./answer.ts";
import { archiveOf } from "./archive.ts";

const { path: PATH } = sendMcpMessage;

/**
 * The archive for assistants: MCP over streamable HTTP, of which this is the part without sessions and streams. A POST has
 * one message and its answer is JSON; there is no stream to GET and no session to DELETE (decision 83).
 */
export async function mcpDoor(app: FastifyInstance, { site }: Pick<Parts, "site">): Promise<void> {
  app.route({
    method: "POST",
    url: PATH,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { origin, host } = request.headers;
      // Against DNS rebinding, as the specification asks (Transports, "Security Warning").
      if (origin !== undefined && !isOwnOrigin(origin, site.origin, host))
        throw new SatchelError("forbidden", texts.session.forged);
      request.session = await admitApp(request, sendMcpMessage, noToken);
    },
    handler: async (request, reply) => {
      const { headers, body, session } = request;
      // JSON-RPC's batches, which MCP has not any more.
      if (Array.isArray(body)) throw new SatchelError("rejected", texts.server.invalid);
      const token = presentedToken(headers.authorization) ?? "";
      const allowed = tools.filter(({ scope }) => session?.scopes?.includes(scope) === true);
      const answer = await answerMessage({
        headers: headersOf(headers),
        body: body ?? null,
        allowed,
        archive: archiveOf(app, request, token),
        onFault: (err) => request.log.error({ err, route: PATH }, "tool failed"),
      });
      reply.code(answer.status);
      const type = answer.headers.get("content-type");
      return type === null ? reply.send() : reply.type(type).send(await answer.text());
    },
  });
}

const noToken = (): SatchelError => new SatchelError("unauthenticated", texts.session.missing);

/** What the library reads of the headers. Answers are JSON whatever is accepted, so that nobody is refused for that. */
const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Headers => {
  const version = headers["mcp-protocol-version"];
  return new Headers({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...(version === undefined ? {} : { "mcp-protocol-version": String(version) }),
  });
};
