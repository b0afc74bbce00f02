import Type, { type TSchema, type TSchemaOptions } from "typebox";
import { ADDRESS_CHARS, SEARCH_CHARS, TAG_CHARS, TAGS_PER_LINK, URL_CHARS, ZONE_CHARS } from "./limits/index.ts";

// Fields of calls, commands and events.

export const Nullable = <T extends TSchema>(schema: T, options?: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

/** An email address as somebody typed it. */
export const Email = Type.String({ minLength: 1, maxLength: ADDRESS_CHARS });

/** The tags of a link. */
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK });

/** A search, and how its dates are read. */
export const searchFields = {
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: SEARCH_CHARS, description: "A search (docs/api/search.md)" }),
  ),
  zone: Type.Optional(
    Type.String({
      maxLength: ZONE_CHARS,
      description: "Whose days the dates of the search are: a name of the IANA database; UTC unless it is known",
    }),
  ),
};

export const Url = Type.String({ minLength: 1, maxLength: URL_CHARS });

/** The octets of a file. */
export const Octets = Type.Unsafe<Uint8Array>(Type.String({ format: "binary" }));
