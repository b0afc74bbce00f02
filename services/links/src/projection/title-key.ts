import { TITLE_KEY_CHARS, TITLE_KEY_LETTERS, TITLE_KEY_READ_CHARS, TITLE_KEY_SKIPS } from "@satchel/contracts";
import { SHOWN_TITLE } from "./shown-title.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const lettersOf = (text: string): string =>
  Object.entries(TITLE_KEY_LETTERS).reduce((inner, [letter, as]) => `replace(${inner}, '${letter}', '${as}')`, text);

// The same as `titleKey` of the contracts, by which the page sorts. For ASCII, as most titles are, lower case is enough.
const TITLE_KEY = `
  create function {schema}.title_key(title text, url text) returns text language plpgsql immutable parallel safe as $$
  declare
    plain text collate "pg_c_utf8" := left(
      coalesce(nullif(title, ''), regexp_replace(url, '^https?://(www\\.)?', '')), ${TITLE_KEY_READ_CHARS});
    bare text collate "pg_c_utf8";
  begin
    if octet_length(plain) > char_length(plain) then
      plain := regexp_replace(normalize(plain, NFKD), '[\\u0300-\\u036f]+', '', 'g');
      plain := ${lettersOf("lower(plain)")};
    else
      plain := lower(plain);
    end if;
    bare := ltrim(plain, ${quoted(TITLE_KEY_SKIPS)});
    return left(coalesce(nullif(bare, ''), plain), ${TITLE_KEY_CHARS});
  end $$`;

/** The statements for the column `title_key` and its index. */
export const titleKeys: readonly string[] = [
  TITLE_KEY,
  `alter table {schema}.links add column title_key text collate "C" not null generated always as
     ({schema}.title_key(${SHOWN_TITLE}, url)) stored`,
  "create index on {schema}.links (user_id, title_key, position) where deleted_at is null",
];
