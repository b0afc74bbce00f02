import { HOST_CHARS, parseWebUrl, URL_CHARS } from "@satchel/contracts";

// Parameters that identify who shared a link and do not change the page, by the documentation of those who add them.
const TRACKING = new Set([
  "fbclid",
  "gclid",
  "gclsrc",
  "dclid",
  "gbraid",
  "wbraid",
  "msclkid",
  "twclid",
  "ttclid",
  "yclid",
  "igshid",
  "igsh",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "oly_anon_id",
  "oly_enc_id",
  "vero_id",
  "wickedid",
  "_hsenc",
  "_hsmi",
  "__hssc",
  "__hstc",
  "__hsfp",
]);

/** Whether one `name=value` of a query is a tracking parameter. Its name may be escaped, and is compared without case. */
function isTracking(pair: string): boolean {
  const [name = ""] = new URLSearchParams(`?${pair}`).keys();
  const folded = name.toLowerCase();
  return TRACKING.has(folded) || folded.startsWith("utm_");
}

/** A web address in WHATWG spelling, and its canonical form, by which two addresses are compared. */
export interface WebAddress {
  readonly url: string;
  readonly canonicalUrl: string;
  readonly host: string;
}

/**
 * Parses a web address and returns its canonical form: http and https only, default port and tracking
 * parameters dropped, other parameters kept in order and spelling, fragment dropped unless it is a route (`#!`, `#/`).
 * @returns undefined when it is none, or longer than {@link URL_CHARS}, or its host than {@link HOST_CHARS}
 */
export function readWebAddress(input: string): WebAddress | undefined {
  const parsed = parseWebUrl(input.trim());
  if (parsed === undefined) return undefined;
  const url = parsed.href;
  if (parsed.hostname === "" || parsed.hostname.length > HOST_CHARS || url.length > URL_CHARS) return undefined;
  const canonical = new URL(url);
  const kept = canonical.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isTracking(pair));
  // The setter removes one leading "?", which could be the first character of a name.
  canonical.search = kept.length === 0 ? "" : `?${kept.join("&")}`;
  if (!/^#[!/]/.test(canonical.hash)) canonical.hash = "";
  return { url, canonicalUrl: canonical.href, host: canonical.host };
}
