import type { DeclaredRefresh, FetchedPage } from "../fetching/fetch-result.ts";
import { REFRESH_SEARCH_BYTES } from "../limits.ts";
import { isHtml } from "../domain/extraction/extract-page.ts";
import { collectFacts } from "../domain/extraction/facts-reader.ts";

/**
 * The refresh in the first {@link REFRESH_SEARCH_BYTES} of an HTML page (`<meta http-equiv="refresh">`). Read in this
 * process, where a hostile page of that size takes a few milliseconds.
 */
export function declaredRefresh({ bytes, contentType }: FetchedPage): DeclaredRefresh | undefined {
  if (!isHtml(contentType)) return undefined;
  // Addresses are ASCII or UTF-8, whatever the rest is in.
  const start = new TextDecoder().decode(bytes.subarray(0, REFRESH_SEARCH_BYTES));
  return /http-equiv/i.test(start) && /refresh/i.test(start) ? collectFacts(start).refresh : undefined;
}
