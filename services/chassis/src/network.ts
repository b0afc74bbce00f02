import { isIPv4, isIPv6 } from "node:net";

/**
 * The network by which clients are limited: an IPv4 address as it is, or the /64 of an IPv6 address, which one household or
 * server gets (RFC 6177): by single addresses, it would have 2^64 attempts. Texts that are no address share one network.
 */
export function networkOf(text: string): string {
  const address = addressOf(text);
  if (address === undefined) return "unknown";
  return isIPv4(address) ? address : `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/**
 * A client's address in one spelling (RFC 5952), without the port or zone that proxies and sockets add; undefined for a text
 * that is no address: who sends a header may write anything into it.
 */
export function addressOf(text: string): string | undefined {
  const address = withoutPort(text).split("%", 1)[0] ?? "";
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  // RFC 4291 section 2.5.5.2: ::ffff:a.b.c.d is an IPv4 client on a socket of both kinds.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join(".");
  }
  return hostnameOf(address);
}

/** Some proxies add the port, by which every connection would look like another client. */
const withoutPort = (address: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address;

/** The URL parser writes all spellings of an IPv6 address as one. */
const hostnameOf = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight groups of an IPv6 address in hex without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = hostnameOf(address).split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const after = tail === "" ? [] : tail.split(":");
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}

/** Whether an address to listen on can be reached from this machine alone (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3). */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
