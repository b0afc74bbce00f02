import { defineOperation, type Method, type Operation, type TokenScope } from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

// Doors speak the APIs of other programs to the apps of those. They are called with API tokens alone.

/**
 * Errors of a door in the form that its apps know. No answer is stored on the way.
 * @param notFound the error of a path that the door does not have
 */
export function openDoor(
  door: FastifyInstance,
  sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  notFound: () => Error,
): void {
  door.setErrorHandler(sendError);
  door.setNotFoundHandler(() => {
    throw notFound();
  });
  door.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
}

/** A call at a door, as the gate knows calls: for API tokens with a scope. */
export const doorOperation = (method: Method, path: string, scope: TokenScope): Operation =>
  defineOperation({ id: `${method} ${path}`, method, path, summary: path, scope, responses: {} });
