import { SEARCH_CHARS } from "@satchel/contracts";

/**
 * How texts become words that are found, as functions of the projection's own schema. Texts and searches go through the
 * same functions. No extension takes part, so any PostgreSQL 18 will do, whatever its owner may create.
 *
 * A function in PL/pgSQL must not name the schema, for it is renamed when rebuilt tables take over; one with `return`
 * is bound to what it names when it is made.
 */

// None has a list of words to leave out: every word has a form in each language, so all agree on positions.
const dictionary = (name: string, template: string): string[] => [
  `create text search dictionary {schema}.search_${name} (template = ${template})`,
  `create text search configuration {schema}.search_${name} (parser = default)`,
  `alter text search configuration {schema}.search_${name} add mapping
     for asciiword, word, numword, uint, int, float, sfloat, version with {schema}.search_${name}`,
];

// Letters without their marks, Unicode's variants of one letter as one (NFKD), and what has no decomposition as it is
// written without the letter. Of the rest only letters and digits stay. Chinese, Japanese and Korean don't put a space
// between all words, so each of their characters is a word, and a search for several is one for a phrase.
// Behind the words come others for the same: the parts of camelCase, and what hyphens and apostrophes hold together.
// A word is cut where no search reaches: PostgreSQL takes none of 2047 octets, and its error would stop the projection. Most
// texts are too short to have one, and looking through their words takes a tenth of what filing them does.
const SEARCH_WORDS = `
  create function {schema}.search_words(given text) returns text language plpgsql immutable parallel safe as $$
  declare
    plain text collate "pg_c_utf8" := given;
    words text collate "pg_c_utf8";
    more text collate "pg_c_utf8" := '';
  begin
    if octet_length(plain) > char_length(plain) then
      plain := regexp_replace(normalize(plain, NFKD), '[\\u0300-\\u036f]+', '', 'g');
      plain := translate(replace(replace(replace(replace(normalize(plain, NFKC),
        'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'œ', 'oe'), 'øØłŁđĐ', 'oOlLdD');
    end if;
    words := regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g');
    if plain ~ '[[:lower:]][[:upper:]]' then
      select string_agg(regexp_replace(hit[1], '([[:lower:][:digit:]])([[:upper:]])', '\\1 \\2', 'g'), ' ') into more
      from regexp_matches(plain, '[[:alnum:]]*[[:lower:]][[:upper:]][[:alnum:]]*', 'g') as hit;
    end if;
    if plain ~ '[[:alnum:]][-_''’][[:alnum:]]' then
      select concat_ws(' ', more, string_agg(regexp_replace(hit[1], '[-_''’]', '', 'g'), ' ')) into more
      from regexp_matches(plain, '[[:alnum:]]+(?:[-_''’][[:alnum:]]+)+', 'g') as hit;
    end if;
    words := lower(concat_ws(' ', words, more));
    if octet_length(words) > char_length(words) then
      words := regexp_replace(words, '([\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff])', ' \\1 ', 'g');
    end if;
    if octet_length(words) > 4 * ${SEARCH_CHARS} then
      select string_agg(left(word, ${SEARCH_CHARS}), ' ') into words from unnest(string_to_array(words, ' ')) as word;
    end if;
    return words;
  end $$`;

// The path of an address holds words as octets in UTF-8 (RFC 3986, section 2.5); what is no UTF-8 stays as it is.
const SEARCH_ADDRESS = `
  create function {schema}.search_address(url text) returns text language plpgsql immutable parallel safe as $$
  declare
    address text := regexp_replace(url, '^https?://(www\\.)?', '');
  begin
    if position('%' in address) = 0 then return address; end if;
    return (select convert_from(string_agg(
        case when part[1] ~ '^%[0-9a-fA-F]{2}$' then decode(substr(part[1], 2), 'hex')
          else convert_to(part[1], 'UTF8') end, ''), 'UTF8')
      from regexp_matches(address, '%[0-9a-fA-F]{2}|[^%]+|%', 'g') as part);
  exception when character_not_in_repertoire then
    return address;
  end $$`;

// German writes ä, ö and ü as ae, oe and ue where there are no such letters: as a, o and u all meet.
const inLanguage = (name: string, words: string): string =>
  `to_tsvector('{schema}.search_${name}'::regconfig, ${name === "german" ? `regexp_replace(${words}, '([ao]|(?<!q)u)e', '\\1', 'g')` : words})`;

// Words as they are written, and behind a "~" the stems that are none of these: written one behind the other, PostgreSQL
// unites vectors, each word with all its places.
const SEARCH_UNITED = `
  create function {schema}.search_united(exact tsvector, english tsvector, german tsvector) returns tsvector
  language plpgsql immutable parallel safe as $$
  declare
    words text[] := tsvector_to_array(exact) || '_'::text;
    stems text := concat_ws(' ', '', ts_delete(english, words), ts_delete(german, words));
  begin
    return (ts_delete(exact, '_')::text || replace(stems, ' ''', ' ''~'))::tsvector;
  end $$`;

const united = (vector: (language: string) => string): string =>
  `{schema}.search_united(${["exact", "english", "german"].map(vector).join(", ")})`;

const SEARCH_FORMS = `
  create function {schema}.search_forms(words text) returns tsvector language sql immutable parallel safe
  return ${united((language) => inLanguage(language, "words"))}`;

// A gap between the fields, so that no phrase reaches from one into the next.
const GAP = `'''_'':4'::tsvector`;
const FIELDS = [
  ["title", "A"],
  ["tags", "B"],
  ["about", "C"],
  ["notes", "D"],
] as const;
const fieldsIn = (language: string): string =>
  FIELDS.map(([field, weight]) => `setweight(${inLanguage(language, field)}, '${weight}')`).join(` || ${GAP} || `);

const SEARCH_DOCUMENT = `
  create function {schema}.search_document(title text, tags text, about text, notes text) returns tsvector
  language sql immutable parallel safe
  return ${united(fieldsIn)}`;

/** Statements that make the functions. */
export const searchTexts: readonly string[] = [
  ...dictionary("exact", "simple"),
  ...dictionary("english", "snowball, language = english"),
  ...dictionary("german", "snowball, language = german"),
  SEARCH_WORDS,
  SEARCH_ADDRESS,
  SEARCH_UNITED,
  SEARCH_FORMS,
  SEARCH_DOCUMENT,
];
