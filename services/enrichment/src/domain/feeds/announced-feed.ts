import { collectFacts } from "../extraction/facts-reader.ts";
import { webUrl } from "../extraction/web-url.ts";

/**
 * The feed that a page names in a `link`: the first one.
 * @param url where the page was found; its own `base` counts
 * @returns undefined where it names none, or one that is no web address
 */
export function announcedFeed(html: string, url: string): string | undefined {
  const { feedHref, baseHref } = collectFacts(html);
  return webUrl(feedHref, webUrl(baseHref, url) ?? url);
}
