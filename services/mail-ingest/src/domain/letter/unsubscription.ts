import { parseUrl, type Unsubscription, URL_CHARS } from "@satchel/contracts";
import { fieldsNamed, type HeaderField } from "../message/header.ts";

/** Addresses of one List-Unsubscribe field that are looked at. */
const ADDRESSES = 10;

/**
 * How a mail's reader ends the subscription: by the one request of RFC 8058, to an https address alone; else by what opens
 * when they click (RFC 2369): a page, or a mail.
 */
export function unsubscriptionOf(fields: readonly HeaderField[]): Unsubscription | undefined {
  const urls = fieldsNamed(fields, "list-unsubscribe")
    .flatMap((value) => Array.from(value.matchAll(/<\s*([^<>\s]+)\s*>/g), ([, url = ""]) => url))
    .slice(0, ADDRESSES)
    .flatMap((text) => {
      const url = parseUrl(text);
      return url === undefined || url.href.length > URL_CHARS ? [] : [url];
    });
  const secure = urls.find(({ protocol }) => protocol === "https:");
  const isOneClick = fieldsNamed(fields, "list-unsubscribe-post").some((value) =>
    /^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(value),
  );
  if (isOneClick && secure !== undefined) return { by: "request", url: secure.href };
  const page = secure ?? urls.find(({ protocol }) => protocol === "http:" || protocol === "mailto:");
  return page === undefined ? undefined : { by: "link", url: page.href };
}
