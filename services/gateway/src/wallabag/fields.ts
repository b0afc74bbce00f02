import { TAG_CHARS, TAGS_PER_LINK, TITLE_CHARS, URL_CHARS } from "@satchel/contracts";
import { refused } from "./errors.ts";

/** A body or a query, of which nothing is known. */
type Fields = Readonly<Record<string, unknown>>;

/** What an object has under names of its own; nothing where it is none. */
export const fieldsOf = (body: unknown): Fields =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {};

/** A text without what PostgreSQL can't store; undefined where it is missing. @throws {Refusal} 400 for anything else */
export function textIn(fields: Fields, name: string, chars: number): string | undefined {
  const value = lastOf(fields[name]);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw refused(400, `"${name}" must be a text.`);
  const text = value.toWellFormed().replaceAll("\0", " ").trim();
  if (Array.from(text).length > chars) throw refused(400, `"${name}" may have ${chars} characters.`);
  return text;
}

/** 0 or 1. @throws {Refusal} 400 for anything else */
export function flagIn(fields: Fields, name: string): boolean | undefined {
  const value = lastOf(fields[name]);
  if (value === undefined || value === null || value === "") return undefined;
  if (value === 1 || value === "1" || value === true || value === "true") return true;
  if (value === 0 || value === "0" || value === false || value === "false") return false;
  throw refused(400, `"${name}" must be 0 or 1.`);
}

/** A positive integer; `missing` where there is none. @throws {Refusal} 400 for anything else */
export function numberIn(fields: Fields, name: string, missing: number, most: number): number {
  const value = lastOf(fields[name]);
  if (value === undefined || value === "") return missing;
  if (typeof value !== "string" || !/^\d{1,9}$/.test(value) || Number(value) < 1) {
    throw refused(400, `"${name}" must be a positive number.`);
  }
  return Math.min(Number(value), most);
}

/** Tags with commas between them, each once. @throws {Refusal} 400 for too long or too many */
export function tagsIn(fields: Fields): string[] {
  const text = textIn(fields, "tags", TAGS_PER_LINK * (TAG_CHARS + 2)) ?? "";
  const tags = new Map<string, string>();
  for (const part of text.split(",")) {
    const tag = part.trim().replace(/\s+/g, " ");
    if (Array.from(tag).length > TAG_CHARS) throw refused(400, `A tag may have ${TAG_CHARS} characters.`);
    if (tag !== "") tags.set(tag.toLowerCase(), tag);
  }
  if (tags.size > TAGS_PER_LINK) throw refused(400, `A link may have ${TAGS_PER_LINK} tags.`);
  return [...tags.values()];
}

export const urlIn = (fields: Fields): string | undefined => textIn(fields, "url", URL_CHARS);
export const titleIn = (fields: Fields): string | undefined => textIn(fields, "title", TITLE_CHARS);

/** Of a parameter that is sent several times the last counts. */
const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);
