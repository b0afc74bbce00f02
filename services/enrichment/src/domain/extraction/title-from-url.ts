import { unicodeHost } from "@satchel/chassis/unicode-host";
import { TITLE_CHARS } from "@satchel/contracts/limits";
import { parseUrl } from "@satchel/contracts/urls";
import { cleanText } from "./clean-text.ts";
import { decodedSegment } from "./web-url.ts";

/** A file name's ending; `.5` of a version number is not one. */
const EXTENSION = /\.[a-z][a-z0-9]{0,4}$/i;

/** Identifiers: digits, UUIDs and other hexadecimal numbers. */
const IDENTIFIER = /^(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*\d)[0-9a-f]{6,})$/i;

/**
 * A title from a URL, for a page without one: the words of the last part of its path that has any
 * (`/2024/05/my-first-post.html` → `My first post`), else its host without `www.`, in its own letters where these
 * can't pass for another's.
 * A text that is no URL is returned as it is, cut to a title's length.
 */
export function titleFromUrl(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) return cleanText(url, TITLE_CHARS) ?? "";
  const { pathname, hostname } = parsed;
  const words = pathname
    .split("/")
    .reverse()
    .map(wordsOf)
    .find((part) => part !== undefined);
  return words ?? unicodeHost(hostname) ?? hostname.replace(/^www\./, "");
}

function wordsOf(segment: string): string | undefined {
  const name = decodedSegment(segment).replace(EXTENSION, "");
  if (IDENTIFIER.test(name)) return undefined;
  const words = cleanText(name.replace(/[-_+.~]+/g, " "), TITLE_CHARS);
  if (words === undefined || !/\p{L}{2}/u.test(words)) return undefined;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
