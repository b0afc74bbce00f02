import { readWebAddress, type WebAddress } from "./canonical-url.ts";

/** Where a link leads, as far as it is known. */
export interface Destination {
  /** Where its redirects ended; null where that is its own address. */
  readonly finalUrl: string | null;
  readonly finalHost: string | null;
  /** What two links have in common that lead to the same page. Compared, never opened. */
  readonly pageKey: string;
}

/** What a description tells of where a page is. */
export interface Found {
  readonly url: string;
  readonly finalUrl?: string | undefined;
  /** What the page itself says. */
  readonly canonicalUrl?: string | undefined;
}

/** Letters of the one part of a short link's path; titles in paths are longer. */
const SHORT_PATH_CHARS = 16;

/**
 * Tells where a link leads. Links whose keys are the same are pointed out as one page and never made one, so the key may
 * pass over what is nearly always the same: the scheme, `www.` and a slash at the end.
 *
 * Two things are not believed, for they would make one page of many: a redirect from inside a site to a home page (what is
 * gone often ends there, only a short link may mean it), and a page that calls the home page, or another site's, its own
 * address.
 */
export function destinationOf({ url, finalUrl, canonicalUrl }: Found): Destination {
  const saved = readWebAddress(url);
  const led = finalUrl === undefined ? undefined : readWebAddress(finalUrl);
  const end = led !== undefined && leadsThere(saved, led) ? led : saved;
  if (end === undefined) return { finalUrl: null, finalHost: null, pageKey: url };
  const named = canonicalUrl === undefined ? undefined : readWebAddress(canonicalUrl);
  const page = named !== undefined && isItsOwn(end, named) ? named : end;
  const isOther = led !== undefined && led.canonicalUrl !== saved?.canonicalUrl;
  return {
    finalUrl: isOther ? led.url : null,
    finalHost: isOther ? led.host : null,
    pageKey: keyOf(page),
  };
}

const isHome = ({ canonicalUrl }: WebAddress): boolean => {
  const { pathname, search, hash } = new URL(canonicalUrl);
  return pathname === "/" && search === "" && hash === "";
};

function leadsThere(saved: WebAddress | undefined, led: WebAddress): boolean {
  if (saved === undefined || !isHome(led) || isHome(saved)) return true;
  const { pathname, search } = new URL(saved.canonicalUrl);
  const isShort = search === "" && pathname.length <= SHORT_PATH_CHARS && !pathname.slice(1).includes("/");
  return isShort && siteOf(saved.host) !== siteOf(led.host);
}

const isItsOwn = (page: WebAddress, named: WebAddress): boolean =>
  siteOf(page.host) === siteOf(named.host) && (!isHome(named) || isHome(page));

// The last two labels: too much for co.uk, where at worst a page that lies is believed.
const siteOf = (host: string): string => host.replace(/:\d+$/, "").split(".").slice(-2).join(".");

function keyOf({ canonicalUrl }: WebAddress): string {
  const { host, pathname, search, hash } = new URL(canonicalUrl);
  return host.replace(/^www\./, "") + pathname.replace(/\/$/, "") + search + hash;
}
