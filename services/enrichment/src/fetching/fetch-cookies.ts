import { CookieJar } from "tough-cookie";
import { COOKIE_BYTES, COOKIE_FIELD_BYTES, COOKIES_OF_ANSWER } from "../limits.ts";
import type { ResponseFields } from "./response-fields.ts";

/** The cookies of one fetch, over all its hops. They end with it (decision 23). */
export type FetchCookies = {
  /** Keeps what an answer from `url` sets (RFC 6265 section 5.3), {@link COOKIES_OF_ANSWER} at most. */
  keep(url: URL, fields: ResponseFields): void;
  /** The Cookie field of a request (RFC 6265 section 5.4), {@link COOKIE_FIELD_BYTES} at most; undefined: there is none. */
  fieldFor(url: URL): string | undefined;
};

/** Characters of a header field that is sent; the client refuses others. */
const PRINTABLE = /^[\x20-\x7e]*$/;

export function openFetchCookies(): FetchCookies {
  let jar: CookieJar | undefined;
  return {
    keep(url, fields) {
      const set = [fields["set-cookie"] ?? []].flat();
      for (const cookie of set.slice(0, COOKIES_OF_ANSWER)) {
        if (cookie.length > COOKIE_BYTES || !PRINTABLE.test(cookie)) continue;
        jar ??= new CookieJar();
        // A cookie that can't be read, or is for another host or a public suffix, is left out.
        jar.setCookieSync(cookie, url.href, { ignoreError: true });
      }
    },
    fieldFor(url) {
      let field = "";
      for (const cookie of jar?.getCookiesSync(url.href) ?? []) {
        const longer = field === "" ? cookie.cookieString() : `${field}; ${cookie.cookieString()}`;
        if (longer.length > COOKIE_FIELD_BYTES) break;
        field = longer;
      }
      return field === "" ? undefined : field;
    },
  };
}
