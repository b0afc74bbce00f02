/** Parts of addresses to which sites send those who have to sign in or agree first: nothing has moved there. */
const DETOUR = /^(?:log-?in|sign-?in|auth|sso|consent|cookies?|captcha|challenge|error|404|not-?found)$/i;

/** Letters of the one part of a short link's path: that it leads elsewhere for good is what it is for. */
const SHORT_PATH_CHARS = 16;

/**
 * Where a page has moved to for good, by its redirects: all of them say so (301 and 308, RFC 9110 section 15.4), and what
 * they lead to is another page. Another scheme, `www.` or a slash at the end is no other page; a home page is what sites
 * send people to whose page is gone; and a short link is as good as ever.
 * @returns undefined where it has not
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
