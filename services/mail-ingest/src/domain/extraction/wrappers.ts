import { NESTED_WRAPPERS, parseUrl } from "@satchel/contracts";

/** A service that wraps addresses in its own, with the original address in path or query. */
interface Wrapper {
  /** Its own host, or one below it. */
  readonly host: RegExp;
  readonly path: RegExp;
  /** The original address as it is written; undefined when there is none. */
  target(url: URL): string | undefined;
}

const parameter =
  (...names: string[]) =>
  ({ searchParams }: URL): string | undefined =>
    names.map((name) => searchParams.get(name)).find((value) => value !== null) ?? undefined;

/** Wrappers whose target can be read without a request, by their documentation. */
const WRAPPERS: readonly Wrapper[] = [
  // Microsoft Defender, Safe Links.
  { host: /(?:^|\.)safelinks\.protection\.(?:outlook\.com|office365\.us)$/, path: /^\//, target: parameter("url") },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /^\/evergreen-assets\/safelinks\//, target: parameter("url") },
  // Proofpoint, URL Defense, versions 1 to 3.
  { host: /^urldefense(?:\.proofpoint)?\.com$/, path: /^\/v1\/url$/, target: parameter("u") },
  { host: /^urldefense(?:\.proofpoint)?\.com$/, path: /^\/v2\/url$/, target: targetOfDefense2 },
  { host: /^urldefense(?:\.(?:proofpoint\.com|us)|\.com)$/, path: /^\/v3\/__/, target: targetOfDefense3 },
  // Google's pages of results and its mails.
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, target: parameter("q", "url") },
  // Facebook and Instagram, "link shim"; LinkedIn.
  {
    host: /^(?:lm?\.facebook|lm?\.messenger|l\.instagram|l\.threads)\.(?:com|net)$/,
    path: /^\/(?:l\.php)?$/,
    target: parameter("u"),
  },
  {
    host: /^(?:www\.)?linkedin\.com$/,
    path: /^\/(?:redir\/(?:redirect|general-malware-page|suspicious-page)|safety\/go)\/?$/,
    target: parameter("url"),
  },
];

// A quick test: nearly no address has one of these texts, and parsing an address is expensive.
const MAY_BE_WRAPPED = /safelinks|urldefense|google\.|facebook|messenger|instagram|threads|linkedin/i;

/**
 * The original address of an address that a company or site has wrapped, read without a request. Any other address is returned unchanged, also
 * a wrapper without a valid web address.
 */
export function unwrap(address: string): string {
  let current = address;
  for (let i = 0; i < NESTED_WRAPPERS; i++) {
    if (!MAY_BE_WRAPPED.test(current)) return current;
    const url = parseUrl(current);
    const wrapper = url && WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
    const target = url && wrapper?.target(url);
    if (target === undefined || !isWebAddress(target)) return current;
    current = target;
  }
  return current;
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && parseUrl(text) !== undefined;

/** Version 2 writes `%` as `-` and `/` as `_`. */
function targetOfDefense2({ searchParams }: URL): string | undefined {
  const written = searchParams.get("u")?.replaceAll("-", "%").replaceAll("_", "/");
  try {
    return written === undefined ? undefined : decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Version 3 has the address between `__` and `__;`, with a `*` for each replaced character, and `**` and a letter for a run of them, whose
 * length is the letter's index in the alphabet of base64url plus two. The characters follow as base64url of UTF-8, up to `!`.
 */
function targetOfDefense3({ href }: URL): string | undefined {
  const [, written, encoded] = /\/v3\/__(.+?)__;([\w-]*)(?:!|$)/.exec(href) ?? [];
  if (written === undefined || encoded === undefined) return undefined;
  const replaced = Array.from(Buffer.from(encoded, "base64url").toString("utf8"));
  let used = 0;
  const target = written.replace(/\*(?:\*([\w-]))?/g, (_, run?: string) => {
    const from = used;
    used += run === undefined ? 1 : ALPHABET.indexOf(run) + 2;
    return replaced.slice(from, used).join("");
  });
  // Some servers make one slash of two.
  return used === replaced.length ? target.replace(/^(https?:)\/(?!\/)/i, "$1//") : undefined;
}
