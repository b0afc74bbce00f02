/** One archive that apt reads, of a `.list` line (sources.list(5)) or a deb822 stanza of a `.sources` file. */
export interface AptSource {
  readonly uris: readonly string[];
  readonly suites: readonly string[];
  readonly components: readonly string[];
  /** The keyring that must have signed it: paths, fingerprints or a key block; undefined: the system's trusted ones. */
  readonly signedBy: string | undefined;
}

/** The enabled binary sources of a file; `name` tells the format. */
export function parseAptSources(name: string, text: string): AptSource[] {
  return name.endsWith(".sources") ? parseStanzas(text) : text.split("\n").flatMap(parseLine);
}

function parseStanzas(text: string): AptSource[] {
  const withoutComments = text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n");
  return withoutComments.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = new Map<string, string>();
    // A line that begins with white space continues the field before it.
    for (const field of stanza.split(/\n(?!\s)/)) {
      const [, key, value] = /^\s*([\w-]+):([\s\S]*)$/.exec(field) ?? [];
      if (key !== undefined && value !== undefined) fields.set(key.toLowerCase(), value.trim());
    }
    const words = (key: string) => (fields.get(key) ?? "").split(/\s+/).filter(Boolean);
    const enabled = !/^(no|false|0|off)$/i.test(fields.get("enabled") ?? "yes");
    if (!enabled || !words("types").includes("deb")) return [];
    const signedBy = fields.get("signed-by");
    return [{ uris: words("uris"), suites: words("suites"), components: words("components"), signedBy }];
  });
}

function parseLine(line: string): AptSource[] {
  const [, options = "", rest] = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?([^#]+)/.exec(line) ?? [];
  const [uri, suite, ...components] = rest?.trim().split(/\s+/) ?? [];
  if (uri === undefined || suite === undefined) return [];
  const signedBy = /(?:^|\s)signed-by=(\S+)/i.exec(options)?.[1];
  return [{ uris: [uri], suites: [suite], components, signedBy: signedBy?.replaceAll(",", " ") }];
}

/** A suite that may hold a new enough `nats-server`, and the component it is in. */
interface SuiteChoice {
  /** The suite in the machine's own sources, by which the distribution's mirror is recognised. */
  readonly own: string;
  readonly suites: readonly string[];
  readonly component: string;
}

// Suites whose nats-server is older than 2.10.
const TOO_OLD = ["buster", "bullseye", "bookworm", "bionic", "focal", "jammy"];

/**
 * The suites to try, by the machine's /etc/os-release: its own unless that is known to be too old, then newer ones. A
 * static Go program runs on an older release too.
 * @returns undefined where the distribution is neither Debian nor Ubuntu nor derived from them
 */
export function suitesFor(osRelease: string): SuiteChoice | undefined {
  const field = (name: string) => new RegExp(`^${name}=["']?([^"'\n]*)`, "m").exec(osRelease)?.[1];
  const family = `${field("ID") ?? ""} ${field("ID_LIKE") ?? ""}`.split(/\s+/);
  const ubuntu = family.includes("ubuntu");
  const own = ubuntu
    ? (field("UBUNTU_CODENAME") ?? field("VERSION_CODENAME"))
    : (field("DEBIAN_CODENAME") ?? field("VERSION_CODENAME"));
  if (own === undefined || !(ubuntu || family.includes("debian"))) return undefined;
  const newer = ubuntu ? ["resolute", "questing", "noble"] : ["trixie", "stable"];
  const suites = [...new Set([own, ...newer])].filter((suite) => !TOO_OLD.includes(suite));
  return { own, suites, component: ubuntu ? "universe" : "main" };
}

/** The sources of the distribution itself, without other vendors' packages for it. */
export function distributionSources(sources: readonly AptSource[], own: string): AptSource[] {
  return sources.filter((source) => source.suites.includes(own) && source.components.includes("main"));
}

/** A deb822 stanza for one suite of a source's mirror. */
export function renderAptSource(source: AptSource, suite: string, component: string): string {
  const signedBy = source.signedBy === undefined ? "" : `Signed-By: ${source.signedBy}\n`;
  return `Types: deb\nURIs: ${source.uris.join(" ")}\nSuites: ${suite}\nComponents: ${component}\n${signedBy}`;
}
