import { AsyncLocalStorage } from "node:async_hooks";
import { type CommandDefinition, commandSubject, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_CHARS } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { v5 } from "uuid";

const keys = new AsyncLocalStorage<string>();

/** The UUID namespace of such commands' ids. */
const COMMANDS = "5f3f0ab2-8f0c-4e0a-9d0a-6b0c3a9be7d1";

/** The header of repeatable calls, for checking it and for the OpenAPI document. */
export const repeatableHeaders = Type.Object({
  [IDEMPOTENCY_KEY]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_CHARS,
      description: "The caller's id for this call: however often it is sent with that id, it takes effect once",
    }),
  ),
});

/** Runs a call's handler. If the caller sent a key, the ids of its commands are derived from it. */
export function withRepeats<T>({ headers }: FastifyRequest, work: () => T): T {
  const key = headers[IDEMPOTENCY_KEY];
  return typeof key === "string" ? keys.run(key, work) : work();
}

/**
 * The id of a command of a call with a key; undefined for a call without one. It is derived from the key and the whole
 * payload, which includes the owner: nobody can repeat another user's command, and a key that is reused for another
 * call gives another command.
 */
export function repeatableId(definition: CommandDefinition, payload: unknown): string | undefined {
  const key = keys.getStore();
  return key === undefined ? undefined : v5(JSON.stringify([key, commandSubject(definition), payload]), COMMANDS);
}
