import { AsyncLocalStorage } from "node:async_hooks";
import { type CommandDefinition, commandSubject, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_CHARS } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { v5 } from "uuid";

const keys = new AsyncLocalStorage<string>();

/** A UUID without a meaning of its own, under which the ids of such commands are made. */
const COMMANDS = "5f3f0ab2-8f0c-4e0a-9d0a-6b0c3a9be7d1";

/** The header of calls that can be repeated, for checking it and for the OpenAPI document. */
export const repeatableHeaders = Type.Object({
  [IDEMPOTENCY_KEY]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_CHARS,
      description: "An id of the caller's for this call: sent again with it, it is done once",
    }),
  ),
});

/** Does a call's work; commands sent in it bear ids that follow from the caller's key, if it gave one. */
export function withRepeats<T>({ headers }: FastifyRequest, work: () => T): T {
  const key = headers[IDEMPOTENCY_KEY];
  return typeof key === "string" ? keys.run(key, work) : work();
}

/**
 * The id of a command that is sent for a call with a key; undefined for a call without one. It follows from all that is asked
 * for, its owner included: nobody repeats another's command, and a key that is used for something else makes another command.
 */
export function repeatableId(definition: CommandDefinition, payload: unknown): string | undefined {
  const key = keys.getStore();
  return key === undefined ? undefined : v5(JSON.stringify([key, commandSubject(definition), payload]), COMMANDS);
}
