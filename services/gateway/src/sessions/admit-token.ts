import { isSatchelError, type Operation } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import type { Session } from "./access-token.ts";
import { isApiToken } from "./api-token.ts";
import { presentedToken } from "./authorization.ts";

/**
 * The session of the API token in a request's header; a cookie is not looked at.
 * @param wrong the error of a missing token, and of one that is no API token
 * @throws {SatchelError} of the gate
 */
export async function admitApp(request: FastifyRequest, operation: Operation, wrong: () => Error): Promise<Session> {
  if (presentedToken(request.headers.authorization) === undefined) throw wrong();
  const session = await request.server.gate.admit(request, operation);
  if (session?.scopes === undefined) throw wrong();
  return session;
}

/**
 * Lets in an API token that was sent in a path or a body instead of the header: by the same gate, so that its scopes and its
 * folder count here too.
 * @param wrong the door's own error of a token that is not valid or may not make this call
 * @throws {SatchelError} `limited` or `unavailable`, which say nothing about the token
 */
export async function admitToken(
  request: FastifyRequest,
  { token, operation, wrong }: { readonly token: string; readonly operation: Operation; readonly wrong: Error },
): Promise<Session> {
  if (!isApiToken(token)) throw wrong;
  request.headers.authorization = `Bearer ${token}`;
  return admitApp(request, operation, () => wrong).catch((error: unknown) => {
    const isWrong = isSatchelError(error) && (error.code === "unauthenticated" || error.code === "forbidden");
    throw isWrong ? wrong : error;
  });
}
