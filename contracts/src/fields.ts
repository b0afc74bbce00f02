import Type, { type TSchema, type TSchemaOptions } from "typebox";
import { ADDRESS_CHARS, TAG_CHARS, TAGS_PER_LINK, URL_CHARS } from "./limits/index.ts";

// Fields of calls, commands and events.

export const Nullable = <T extends TSchema>(schema: T, options?: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

/** An email address as somebody typed it. */
export const Email = Type.String({ minLength: 1, maxLength: ADDRESS_CHARS });

/** The tags of a link. */
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK });

export const Url = Type.String({ minLength: 1, maxLength: URL_CHARS });

/** The octets of a file. */
export const Octets = Type.Unsafe<Uint8Array>(Type.String({ format: "binary" }));
