import { readWebAddress, type WebAddress } from "./canonical-url.ts";

/** The destination of a link, as far as known. */
export interface Destination {
  /** Where its redirects ended; null where that is its own address. */
  readonly finalUrl: string | null;
  readonly finalHost: string | null;
  /** What two links have in common that lead to the same page. Compared, never opened. */
  readonly pageKey: string;
}

/** The addresses in a page's description. */
export interface Found {
  readonly url: string;
  readonly finalUrl?: string | undefined;
  /** What the page itself says. */
  readonly canonicalUrl?: string | undefined;
}

/** Letters of the one part of a short link's path; titles in paths are longer. */
const SHORT_PATH_CHARS = 16;

/**
 * The destination of a link. Links with equal keys are shown as leading to the same page, but are never merged, so the key
 * may ignore differences that rarely matter: the scheme, `www.` and a slash at the end.
 *
 * Two things are ignored, because they would make many pages one: a redirect from inside a site to its home page (pages that
 * are gone often end there; only a short link may mean it), and a canonical address that is the home page or on another site.
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

// The last two labels: too few for co.uk, where at worst a wrong canonical address is accepted.
const siteOf = (host: string): string => host.replace(/:\d+$/, "").split(".").slice(-2).join(".");

function keyOf({ canonicalUrl }: WebAddress): string {
  const { host, pathname, search, hash } = new URL(canonicalUrl);
  return host.replace(/^www\./, "") + pathname.replace(/\/$/, "") + search + hash;
}
