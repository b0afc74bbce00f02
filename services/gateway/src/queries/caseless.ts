import { type RawBuilder, sql } from "kysely";

/** A text without case and in one form of its letters (NFC), whatever the database's collation knows. */
export const caseless = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`upper(normalize(${text}, NFC) collate "pg_c_utf8")`;
