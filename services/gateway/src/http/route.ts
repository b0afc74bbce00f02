import { ConcurrencyLimit } from "@satchel/chassis";
import {
  type CallScope,
  ErrorBody,
  NEXT_CURSOR,
  type Operation,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Session } from "../sessions/access-token.ts";
import type { Gate } from "../sessions/gate.ts";
import type { Confine } from "../sessions/within-folder.ts";
import { CALLS_AT_ONCE, CALLS_WAITING, WIDE_CALLS_AT_ONCE, WIDE_CALLS_WAITING } from "../limits.ts";
import { repeatableHeaders, withRepeats } from "./repeats.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly gate: Gate;
    readonly confine: Confine;
    readonly userLimits: UserLimits;
  }
  interface FastifyRequest {
    /** The caller's session; undefined before the gate, and for callers without one. */
    session: Session | undefined;
  }
}

/** Limits each user's concurrent calls in this process, so that nobody waits behind another user's many calls. */
interface UserLimits {
  readonly calls: ConcurrencyLimit;
  readonly wide: ConcurrencyLimit;
}

export const userLimits = (): UserLimits => ({
  calls: new ConcurrencyLimit({ concurrency: CALLS_AT_ONCE, waiting: CALLS_WAITING }),
  wide: new ConcurrencyLimit({ concurrency: WIDE_CALLS_AT_ONCE, waiting: WIDE_CALLS_WAITING }),
});

type Responses = Record<number, TSchema>;
type Part<Schema> = [Schema] extends [never] ? undefined : Schema extends TSchema ? Static<Schema> : undefined;
type BodyOf<Schema> = Schema extends TSchema ? Static<Schema> : never;
type Headers = Readonly<Record<string, string>>;

interface PublicCall<P, Q, B> {
  readonly params: Part<P>;
  readonly query: Part<Q>;
  readonly body: Part<B>;
  readonly request: FastifyRequest;
  /** For cookies; the answer is the handler's return value. */
  readonly reply: FastifyReply;
  readonly session: Session | undefined;
}

interface UserCall<P, Q, B> extends PublicCall<P, Q, B> {
  readonly session: Session;
  readonly userId: UserId;
}

/** An answer: one of the operation's statuses with its body. 304: the caller's copy is still valid. */
export type Answer<R> =
  | {
      [S in keyof R & number]: { readonly status: S; readonly body: BodyOf<R[S]>; readonly headers?: Headers };
    }[keyof R & number]
  | { readonly status: 304; readonly body: null; readonly headers?: Headers };

type Handler<Call, R> = (call: Call) => Promise<Answer<R>> | Answer<R>;

/** The header of a list's answer that names its next page, where there is one. */
export const nextPage = (cursor: string | undefined): Headers =>
  cursor === undefined ? {} : { [NEXT_CURSOR]: cursor };

/** Registers an operation that needs a session: its handler is called only after the gate. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema, R extends Responses>(
  app: FastifyInstance,
  operation: Operation<P, Q, B, R>,
  handler: Handler<UserCall<P, Q, B>, R>,
): void {
  if (operation.access === "public") throw new Error(`${operation.id} is public: register it with publicRoute`);
  register<P, Q, B, R>(app, operation, (call) => {
    const { session } = call;
    if (session === undefined) throw new SatchelError("unauthenticated", texts.session.missing);
    const { userId } = session;
    const work = (): Promise<Answer<R>> | Answer<R> => handler({ ...call, session, userId });
    // An upload takes as long as its sender; uploads have a limit of their own.
    if (operation.consumes !== undefined) return work();
    const { calls, wide } = app.userLimits;
    return (operation.wide === true ? wide : calls).run(userId, work);
  });
}

export function publicRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends Responses>(
  app: FastifyInstance,
  operation: Operation<P, Q, B, R>,
  handler: Handler<PublicCall<P, Q, B>, R>,
): void {
  if (operation.access !== "public") throw new Error(`${operation.id} is not public: register it with route`);
  register<P, Q, B, R>(app, operation, handler);
}

function register<P extends TSchema, Q extends TSchema, B extends TSchema, R extends Responses>(
  app: FastifyInstance,
  operation: Operation<P, Q, B, R>,
  handler: Handler<PublicCall<P, Q, B>, R>,
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    ...compact({ bodyLimit: operation.bodyBytes }),
    schema: schemaOf(operation),
    // A stream has no end, so HEAD of it makes no sense.
    exposeHeadRoute: operation.method === "GET" && operation.produces?.includes("text/event-stream") !== true,
    onRequest: async (request) => {
      if (hasEmptyId(operation, request.url)) throw new SatchelError("not-found", texts.server.notFound);
      request.session = await app.gate.admit(request, operation);
    },
    handler: async (request, reply) => {
      const { session } = request;
      if (session?.folderId !== undefined) {
        await app.confine(request, operation, { userId: session.userId, folderId: session.folderId });
      }
      const { params, query, body } = request;
      const inputs = { params, query, body } as Pick<PublicCall<P, Q, B>, "params" | "query" | "body">;
      const call = (): Promise<Answer<R>> | Answer<R> => handler({ ...inputs, request, reply, session });
      const answer = await (operation.repeatable === true ? withRepeats(request, call) : call());
      reply.code(answer.status);
      if (answer.headers !== undefined) reply.headers(answer.headers);
      return answer.body === null ? reply.send() : reply.send(answer.body);
    },
  });
}

/**
 * Whether the address of a deletion ends with an empty id, as a script makes it whose variable is empty: a slash at the end
 * makes no difference else, and `DELETE /api/links/deleted/` would erase all deleted links instead of one.
 */
const hasEmptyId = ({ method, path }: Operation, url: string): boolean =>
  method === "DELETE" && !/\/(?::\w+)?$/.test(path) && /\/(?:\?|$)/.test(url);

/** How a call is made with an API token: with which scope. An array of roles, as OpenAPI 3.1 has it for such schemes. */
const tokenNeeded = (scope: CallScope): readonly { token: readonly string[] }[] =>
  scope === "account" || scope === "none" ? [] : [{ token: [scope] }];

/** An operation as Fastify's route schema, which checks inputs, serialises answers, and documents it in OpenAPI. */
function schemaOf(operation: Operation) {
  const { id, summary, access, scope, repeatable, params, query, body, consumes, produces, responses } = operation;
  return {
    operationId: id,
    summary,
    tags: [operation.path.split("/")[2] ?? ""],
    security: access === "public" ? [] : [{ cookie: [] }, { bearer: [] }, ...tokenNeeded(scope)],
    ...(repeatable === true ? { headers: repeatableHeaders } : {}),
    ...compact({ params, querystring: query, body }),
    ...(consumes === undefined ? {} : { consumes: [consumes] }),
    response: {
      ...Object.fromEntries(Object.entries(responses).map(([status, schema]) => [status, mediaOf(schema, produces)])),
      "4xx": ErrorBody,
      "5xx": ErrorBody,
    },
  };
}

const mediaOf = (schema: TSchema, types: readonly string[] | undefined): object =>
  types === undefined || schema === ErrorBody
    ? schema
    : {
        description: types.join(", "),
        content: Object.fromEntries(types.map((type) => [type, { schema }])),
      };
