import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { Context } from "../subjects.ts";

/**
 * A type of event. `version` is the newest version of its data; `upcasts[n]` converts data of version n+1 into version n+2,
 * so the array is one shorter than the version number. Published versions never change: add an optional field, or a new
 * version with its upcaster and a stored fixture.
 */
export interface EventDefinition<Name extends string = string, Data extends TSchema = TSchema> {
  readonly context: Context | "addresses";
  readonly type: Name;
  readonly version: number;
  readonly data: Data;
  readonly upcasts: readonly ((data: unknown) => unknown)[];
}

/** Defines version 1 of an event by the fields of its data, or a later version with its upcasters. */
export function defineEvent<const Name extends string, Fields extends TProperties>(
  context: Context | "addresses",
  type: Name,
  fields: Fields,
  upcasts: readonly ((data: unknown) => unknown)[] = [],
): EventDefinition<Name, TObject<Fields>> {
  return { context, type, version: upcasts.length + 1, data: Type.Object(fields), upcasts };
}

/** The event as code handles it: `{type, data}`, a member of a discriminated union. */
export type EventOf<D> =
  D extends EventDefinition<infer Name, infer Data> ? { readonly type: Name; readonly data: Static<Data> } : never;
