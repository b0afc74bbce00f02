import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { ErrorData } from "../errors.ts";
import type { Context } from "../subjects.ts";

/** One command of a service. The subject is `cmd.<service>.<name>`; replicas of the service share a queue group. */
export interface CommandDefinition<Payload extends TSchema = TSchema, Result extends TSchema = TSchema> {
  readonly service: Context;
  readonly name: string;
  readonly payload: Payload;
  readonly result: Result;
  /** Milliseconds to wait for one answer, where the work takes longer than {@link COMMAND_MS}. */
  readonly answerMs?: number;
}

const NOTHING = Type.Object({});

/** Defines a command by the fields of its payload. Without `result`, its answer says no more than that it is done. */
export function defineCommand<Fields extends TProperties, Result extends TSchema = typeof NOTHING>(
  service: Context,
  name: string,
  fields: Fields,
  result: Result | typeof NOTHING = NOTHING,
  more: Pick<CommandDefinition, "answerMs"> = {},
): CommandDefinition<TObject<Fields>, Result> {
  return { service, name, payload: Type.Object(fields), result: result as Result, ...more };
}

export type PayloadOf<C> = C extends CommandDefinition<infer Payload, TSchema> ? Static<Payload> : never;

export type ResultOf<C> = C extends CommandDefinition<TSchema, infer Result> ? Static<Result> : never;

/** The position of a command's effect in the journal, so that a reader can wait until the tables show it. */
export const Position = Type.Object({
  projection: Type.String(),
  partition: Type.Integer({ minimum: 0 }),
  sequence: Type.Integer({ minimum: 0 }),
});
export type Position = Static<typeof Position>;

/** The envelope of every answer to a command. `position` is missing when nothing was appended. */
export const CommandReply = Type.Union([
  Type.Object({ ok: Type.Literal(true), result: Type.Unknown(), position: Type.Optional(Position) }),
  Type.Object({ ok: Type.Literal(false), error: ErrorData }),
]);
export type CommandReply = Static<typeof CommandReply>;
