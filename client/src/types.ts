import type * as contracts from "@satchel/contracts";
import type { Operation, Route } from "@satchel/contracts";
import type { Static, TSchema } from "typebox";

/** The operation itself, or that of a route alone: the contracts export both under the route's id. */
type OperationOf<R extends Route> = R extends Operation
  ? R
  : R["id"] extends keyof typeof contracts
    ? (typeof contracts)[R["id"]]
    : never;

/** A property with what a schema describes; optional where `{}` would do, and none without a schema. */
type Part<Name extends string, Schema> = [Schema] extends [never]
  ? unknown
  : Schema extends TSchema
    ? object extends Static<Schema>
      ? { readonly [K in Name]?: Static<Schema> }
      : { readonly [K in Name]: Static<Schema> }
    : unknown;

/** A body: what the schema describes; a file where there is none. */
type Body<Schema> = [Schema] extends [never] ? { readonly body?: Blob } : Part<"body", Schema>;

/** Parameters are parts of a path: an id may be given as the text it came as. */
type Params<Schema> = [Schema] extends [never]
  ? unknown
  : Schema extends TSchema
    ? { readonly params: { readonly [K in keyof Static<Schema>]: string | number } }
    : unknown;

/** What a call of a route takes: `params`, `query` and `body`, as its operation describes them. */
export type InputOf<R extends Route> =
  OperationOf<R> extends Operation<infer P, infer Q, infer B, Record<number, TSchema>>
    ? Params<P> & Part<"query", Q> & Body<B>
    : never;

/** The body of a route's call, of those that have one. */
export type BodyOf<R extends Route> = InputOf<R> extends { readonly body?: infer B } ? Exclude<B, undefined> : never;

type Success = 200 | 201 | 202 | 204;

/** The body of a route's answer when the call succeeded. */
export type OutputOf<R extends Route> =
  OperationOf<R> extends { readonly responses: infer Responses }
    ? {
        [S in keyof Responses]: S extends Success
          ? Responses[S] extends TSchema
            ? Static<Responses[S]>
            : never
          : never;
      }[keyof Responses]
    : never;
