/** Parts of addresses for signing in, consent or errors: a redirect there does not mean that the page has moved. */
const DETOUR = /^(?:log-?in|sign-?in|auth|sso|consent|cookies?|captcha|challenge|error|404|not-?found)$/i;

/** UTF-16 units of the longest path of a short link, whose purpose is a permanent redirect. */
const SHORT_PATH_CHARS = 16;

/**
 * The new address of a page that has moved, according to its redirects: all are permanent (301 and 308, RFC 9110 section
 * 15.4) and lead to another page. Addresses that differ in scheme, `www.` or a final slash are the same page. A redirect to
 * a home page is not a move, because sites redirect requests for removed pages there; nor is that of a short link.
 * @returns undefined when it has not moved
 */
export function movedTo(
  url: string,
  redirects: readonly { readonly permanent: boolean }[],
  finalUrl: string,
): string | undefined {
  if (redirects.length === 0 || !redirects.every(({ permanent }) => permanent)) return undefined;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  if (keyOf(from) === keyOf(to)) return undefined;
  if (to.pathname === "/" && to.search === "") return undefined;
  if (to.pathname.split("/").some((part) => DETOUR.test(part))) return undefined;
  const isShort = from.pathname.length <= SHORT_PATH_CHARS && !from.pathname.slice(1).includes("/");
  if (isShort && from.search === "" && hostOf(from) !== hostOf(to) && from.pathname.length > 1) return undefined;
  to.hash = from.hash;
  return to.href;
}

const hostOf = ({ host }: URL): string => host.replace(/^www\./, "");
const keyOf = (url: URL): string => hostOf(url) + url.pathname.replace(/\/$/, "") + url.search;
