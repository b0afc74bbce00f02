import { parseUrl } from "@satchel/contracts";
import { URL_CHARS } from "../limits.ts";

/** An absolute http or https URL without credentials, or undefined. */
export function webUrl(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined || reference.trim() === "" || reference.length > URL_CHARS) return undefined;
  const url = parseUrl(reference, base);
  if (url === undefined) return undefined;
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length <= URL_CHARS ? url.href : undefined;
}
