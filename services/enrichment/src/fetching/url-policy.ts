import { isIP } from "node:net";
import { parseUrl } from "@satchel/contracts";
import { FetchFault } from "./fetch-failure.ts";
import { isPublicAddress } from "./public-address.ts";

/** A URL that passed {@link UrlPolicy.check}; the property exists for the compiler alone. */
export type FetchableUrl = URL & { readonly __checked: "FetchableUrl" };

/** A host and a port in the form of a checked URL: a name, an IPv4 address, or an IPv6 address in brackets. */
export type Destination = { hostname: string; port: number };

export type UrlPolicy = {
  /** Normalises a URL and returns it if it may be fetched, else throws a FetchFault. No name is looked up here. */
  check(url: string | URL): FetchableUrl;
  /** Throws a FetchFault unless the spelling of this host allows a connection. */
  checkDestination(destination: Destination): void;
  /** Whether the operator allowed exactly this pair, whatever its address. */
  isAllowed(destination: Destination): boolean;
};

const PUBLIC_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** Names that mean this machine or this network, or that must not reach a resolver (RFC 6761, 6762, 7686, 8375, 9476). */
const LOCAL_DOMAINS = ["localhost", "localdomain", "local", "internal", "home.arpa", "onion", "alt"];

/** Exact hosts only: a wildcard would be a valid host of a URL, but match nothing. */
const PAIR = /^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i;

/**
 * The rules for which URLs may be fetched.
 * @param allow exact `host:port` pairs that may be fetched although their name, port or address would be refused.
 *   A pair is compared with the URL's own host: a name that resolves to an allowed address is not that pair.
 * @throws TypeError with the invalid entry
 */
export function createUrlPolicy(allow: readonly string[]): UrlPolicy {
  const allowed = new Set(allow.map((pair) => keyOf(parsePair(pair))));
  const isAllowed = (destination: Destination) => allowed.has(keyOf(destination));

  function checkDestination(destination: Destination): void {
    if (isAllowed(destination)) return;
    checkHost(destination.hostname);
    if (!PUBLIC_PORTS.has(destination.port)) {
      throw new FetchFault("blocked-port", `port ${destination.port} is not a port of web pages`);
    }
  }

  function check(input: string | URL): FetchableUrl {
    const url = parse(input);
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new FetchFault("blocked-scheme", "only http and https are fetched");
    }
    // Credentials of a saved link or a redirect are never sent.
    url.username = "";
    url.password = "";
    // `example.com.` is the same host (RFC 1034 section 3.1), but not the same certificate, Host field or rule.
    if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
    checkDestination(destinationOf(url));
    return url as FetchableUrl;
  }

  return { check, checkDestination, isAllowed };
}

/** The host and port of a URL, with the default port if need be. */
export function destinationOf(url: URL): Destination {
  return { hostname: url.hostname, port: Number(url.port || (url.protocol === "https:" ? 443 : 80)) };
}

/** The address that a hostname of a URL literally is, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

function parse(input: string | URL): URL {
  const url = parseUrl(input.toString());
  if (url === undefined) throw new FetchFault("invalid-url", "this is not a URL");
  return url;
}

/** The WHATWG parser has already normalised decimal, hex, octal, short and full-width spellings. */
function checkHost(hostname: string): void {
  const address = literalAddress(hostname);
  if (address !== undefined) {
    if (!isPublicAddress(address)) throw new FetchFault("blocked-address", "the address is not public");
    return;
  }
  if (hostname.split(".").includes("")) throw new FetchFault("invalid-url", "the host name has an empty label");
  const isLocal = LOCAL_DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  // A single label is a name of the local network: resolvers may append their search domains.
  if (isLocal || !hostname.includes(".")) throw new FetchFault("blocked-address", "the name is not a public one");
}

function parsePair(pair: string): Destination {
  const url = PAIR.test(pair) ? parseUrl(`http://${pair}`) : undefined;
  if (url === undefined) throw new TypeError(`"${pair}" is not a host:port pair`);
  return destinationOf(url);
}

function keyOf({ hostname, port }: Destination): string {
  return `${hostname}:${port}`;
}
