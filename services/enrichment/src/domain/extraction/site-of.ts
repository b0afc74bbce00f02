/** Second-level labels under which countries register names: `bbc.co.uk` is a site, `co.uk` is not. */
const SHARED_SECOND_LABELS: ReadonlySet<string> = new Set("co com org net ac gov edu or ne go".split(" "));

/** Names of sites that are neither in their host nor in their metadata. */
const KNOWN_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["news.ycombinator.com", ["Hacker News"]],
  ["x.com", ["X", "Twitter"]],
  ["twitter.com", ["X", "Twitter"]],
  ["bsky.app", ["Bluesky"]],
  ["arxiv.org", ["arXiv.org"]],
  ["npmjs.com", ["npm"]],
  ["lwn.net", ["LWN.net"]],
]);

/** The registrable domain of a host, by a rule of thumb: `bbc.co.uk` for `www.bbc.co.uk`. */
export function siteOf(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, "").split(".");
  const isShared = labels.at(-1)?.length === 2 && SHARED_SECOND_LABELS.has(labels.at(-2) ?? "");
  return /^[\d.]+$|:/.test(host) ? host : labels.slice(isShared ? -3 : -2).join(".");
}

/** Possible names of a site in titles, derived from its host: host, registrable domain, and their first labels. */
export function namesOfHost(host: string): string[] {
  const bare = host.toLowerCase().replace(/^(?:www|m|mobile|amp)\./, "");
  const site = siteOf(host);
  const labels = bare.split(".");
  const [owner = ""] = site.split(".", 1);
  // Google Play for `play.google.com`, Google Docs for `docs.google.com`.
  const part = labels.length > site.split(".").length ? [`${owner} ${labels[0] ?? ""}`] : [];
  return [
    ...(KNOWN_NAMES.get(bare) ?? []),
    bare,
    site,
    ...part,
    ...[site, bare].map((name) => name.split(".", 1)[0] ?? ""),
  ].filter((name) => name !== "");
}

/** Whether two hosts have the same registrable domain. */
export function isSameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other);
}
