import { readWebAddress, type WebAddress } from "./canonical-url.ts";

/** The destination of a link, as far as known. */
export interface Destination {
  /** The address after redirects; null where it is the same. */
  readonly finalUrl: string | null;
  readonly finalHost: string | null;
  /** Equal for links to the same page. For comparison only: it is no address. */
  readonly pageKey: string;
}

/** The addresses of a fetched page. */
export interface PageAddresses {
  readonly url: string;
  readonly finalUrl?: string | undefined;
  /** As the page declares it. */
  readonly canonicalUrl?: string | undefined;
}

/** Characters of a short link's path, at most; titles in paths are longer. */
const SHORT_PATH_CHARS = 16;

/**
 * The destination of a link. Links with equal keys are shown as leading to the same page, and only their owner merges them, so the
 * key may ignore differences that rarely matter: the scheme, `www.` and a slash at the end.
 *
 * Two things are ignored, because they would give many pages the same key: a redirect to a home page, where missing pages
 * often lead (except from a short link, which may mean it), and a canonical address that is the home page or on another
 * site.
 */
export function destinationOf({ url, finalUrl, canonicalUrl }: PageAddresses): Destination {
  const saved = readWebAddress(url);
  const final = finalUrl === undefined ? undefined : readWebAddress(finalUrl);
  const end = final !== undefined && isMeantRedirect(saved, final) ? final : saved;
  if (end === undefined) return { finalUrl: null, finalHost: null, pageKey: url };
  const declared = canonicalUrl === undefined ? undefined : readWebAddress(canonicalUrl);
  const page = declared !== undefined && isCredible(end, declared) ? declared : end;
  const isOther = final !== undefined && final.canonicalUrl !== saved?.canonicalUrl;
  return {
    finalUrl: isOther ? final.url : null,
    finalHost: isOther ? final.host : null,
    pageKey: keyOf(page),
  };
}

const isHome = ({ canonicalUrl }: WebAddress): boolean => {
  const { pathname, search, hash } = new URL(canonicalUrl);
  return pathname === "/" && search === "" && hash === "";
};

function isMeantRedirect(saved: WebAddress | undefined, final: WebAddress): boolean {
  if (saved === undefined || !isHome(final) || isHome(saved)) return true;
  const { pathname, search } = new URL(saved.canonicalUrl);
  const isShort = search === "" && pathname.length <= SHORT_PATH_CHARS && !pathname.slice(1).includes("/");
  return isShort && siteOf(saved.host) !== siteOf(final.host);
}

const isCredible = (page: WebAddress, declared: WebAddress): boolean =>
  siteOf(page.host) === siteOf(declared.host) && (!isHome(declared) || isHome(page));

// The last two labels: too few for co.uk, where at worst a wrong canonical address is accepted.
const siteOf = (host: string): string => host.replace(/:\d+$/, "").split(".").slice(-2).join(".");

function keyOf({ canonicalUrl }: WebAddress): string {
  const { host, pathname, search, hash } = new URL(canonicalUrl);
  return host.replace(/^www\./, "") + pathname.replace(/\/$/, "") + search + hash;
}
