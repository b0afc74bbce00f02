import { parseUrl } from "@satchel/contracts";
import { Parser } from "htmlparser2";

/** Media types by which a page names its feed (https://www.rssboard.org/rss-autodiscovery). */
const FEED_TYPE = /^application\/(?:rss|atom|feed)\+(?:xml|json)$/i;

/**
 * The feed that a page names in a `link`: the first one.
 * @param base the page's address
 * @returns undefined where it names none, or one that is no web address
 */
export function announcedFeed(html: string, base: string): string | undefined {
  let href: string | undefined;
  const parser = new Parser({
    onopentag: (name, { rel = "", type = "", href: address }) => {
      if (name !== "link" || href !== undefined || address === undefined) return;
      if (rel.toLowerCase().split(/\s+/).includes("alternate") && FEED_TYPE.test(type.trim())) href = address.trim();
    },
  });
  parser.end(html);
  const url = href === undefined ? undefined : parseUrl(href, new URL(base));
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
