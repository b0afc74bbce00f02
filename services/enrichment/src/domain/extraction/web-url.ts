import { URL_CHARS } from "@satchel/contracts/limits";
import { parseWebUrl } from "@satchel/contracts/urls";

/** A URL without scheme, `www.`, fragment and last slash: URLs that differ only in these usually lead to the same page. */
export function bareUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/#.*$/s, "")
    .replace(/\/$/, "");
}

/** A part of a URL's path without percent-encoding, or as it is when that is invalid. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** An absolute http or https URL without credentials, or undefined. */
export function webUrl(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined || reference.trim() === "" || reference.length > URL_CHARS) return undefined;
  const url = parseWebUrl(reference, base);
  if (url === undefined) return undefined;
  url.username = "";
  url.password = "";
  return url.href.length <= URL_CHARS ? url.href : undefined;
}
