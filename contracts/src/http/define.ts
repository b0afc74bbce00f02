import Type, { type Static, type TSchema } from "typebox";
import { FieldError } from "../errors.ts";
import type { CallScope } from "../scopes.ts";
import type { Route } from "./routes.ts";

/** The body of every error. */
export const ErrorBody = Type.Object({
  detail: Type.String(),
  errors: Type.Optional(Type.Array(FieldError)),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const NoContent = Type.Null();

/**
 * One call of the HTTP API: the gateway registers it, the page calls it, and `/api/openapi.json` documents it.
 * `responses` are by status; the gateway adds the errors that every call can have.
 */
export interface Operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Responses extends Record<number, TSchema> = Record<number, TSchema>,
> extends Route {
  readonly summary: string;
  /** Anyone may call it. Missing: a session that proved its address, or an API token. */
  readonly access?: "public";
  /** What an API token needs for it; a session needs none. */
  readonly scope: CallScope;
  /**
   * How an API token that is limited to a folder may make this call: of a list (`folder_id` of the query), of one link
   * (`id` of the path), or saving (`folder_id` of the body). Missing: not at all.
   */
  readonly inFolder?: "list" | "link" | "save";
  /** Only the body authenticates the caller: cookies and the origin of the call don't count. */
  readonly bySecret?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly responses: Responses;
  /**
   * It takes effect once, however often it is sent with the same {@link IDEMPOTENCY_KEY}: it is one command, whose id
   * is derived from that key.
   */
  readonly repeatable?: true;
  /** Octets of the body at most, if not {@link BODY_BYTES}. */
  readonly bodyBytes?: number;
}

export const defineOperation = <
  Params extends TSchema = never,
  Query extends TSchema = never,
  Body extends TSchema = never,
  const Responses extends Record<number, TSchema> = Record<number, TSchema>,
>(
  operation: Operation<Params, Query, Body, Responses>,
): Operation<Params, Query, Body, Responses> => operation;
