import { isSatchelError, type Operation } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "./access-token.ts";
import { isApiToken } from "./api-token.ts";

/**
 * Lets in an API token that was sent in a path or a body instead of the header: by the same gate, so that its scopes and its
 * folder count here too.
 * @param wrong the door's own error of a token that is not valid or may not make this call
 * @throws {SatchelError} `limited` or `unavailable`, which say nothing about the token
 */
export async function admitToken(
  app: FastifyInstance,
  request: FastifyRequest,
  { token, operation, wrong }: { readonly token: string; readonly operation: Operation; readonly wrong: Error },
): Promise<Session> {
  if (!isApiToken(token)) throw wrong;
  request.headers.authorization = `Bearer ${token}`;
  const session = await app.gate.admit(request, operation).catch((error: unknown) => {
    const isWrong = isSatchelError(error) && (error.code === "unauthenticated" || error.code === "forbidden");
    throw isWrong ? wrong : error;
  });
  if (session?.scopes === undefined) throw wrong;
  return session;
}
