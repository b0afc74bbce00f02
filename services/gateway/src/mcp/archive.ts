import { type Client, createClient } from "@satchel/client";
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";

/**
 * The API of this gateway, called within this process with the caller's own token, network and program: scopes, limits and
 * what belongs to whom are decided by the calls themselves.
 */
export function archiveOf(app: FastifyInstance, { ip, headers }: FastifyRequest, token: string): Client {
  return createClient({
    server: "",
    token,
    attempts: 1,
    send: async (url, { method = "GET", headers: sent, body }) => {
      const answer = await app.inject({
        method: method as HTTPMethods,
        url,
        remoteAddress: ip,
        headers: { ...sent, "user-agent": headers["user-agent"] ?? "" },
        ...(typeof body === "string" ? { payload: body } : {}),
      });
      const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
      // Such an answer has no body (RFC 9110 section 6.4.1), and `Response` takes none for it.
      const content = answer.statusCode === 204 ? null : answer.body;
      return new Response(content, { status: answer.statusCode, headers: fields });
    },
  });
}
