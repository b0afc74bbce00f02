/** Second labels under which countries give names away: `bbc.co.uk` is one site, `co.uk` none. */
const SHARED_SECOND: ReadonlySet<string> = new Set(["co", "com", "org", "net", "ac", "gov", "edu", "or", "ne", "go"]);

/** Names that sites give themselves, where neither their host nor their metadata tells. */
const KNOWN_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["news.ycombinator.com", ["Hacker News"]],
  ["x.com", ["X", "Twitter"]],
  ["twitter.com", ["X", "Twitter"]],
  ["bsky.app", ["Bluesky"]],
  ["arxiv.org", ["arXiv.org"]],
  ["npmjs.com", ["npm"]],
  ["lwn.net", ["LWN.net"]],
]);

/** The part of a host that one owner has, by habit of names: `www.bbc.co.uk` is of `bbc.co.uk`. */
export function siteOf(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, "").split(".");
  const isShared = labels.at(-1)?.length === 2 && SHARED_SECOND.has(labels.at(-2) ?? "");
  return /^[\d.]+$|:/.test(host) ? host : labels.slice(isShared ? -3 : -2).join(".");
}

/** What a site may call itself in titles, made of its host: its name, its host, the first label of either. */
export function namesOfHost(host: string): string[] {
  const bare = host.toLowerCase().replace(/^(?:www|m|mobile|amp)\./, "");
  const site = siteOf(host);
  const labels = bare.split(".");
  const [owner = ""] = site.split(".", 1);
  // Of `play.google.com`, Google Play; of `docs.google.com`, Google Docs.
  const part = labels.length > site.split(".").length ? [`${owner} ${labels[0] ?? ""}`] : [];
  return [
    ...(KNOWN_NAMES.get(bare) ?? []),
    bare,
    site,
    ...part,
    ...[site, bare].map((name) => name.split(".", 1)[0] ?? ""),
  ].filter((name) => name !== "");
}

/** Whether two hosts belong to the same owner, as far as their names tell. */
export function isSameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other);
}
