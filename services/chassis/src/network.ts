import { isIPv4, isIPv6 } from "node:net";

/**
 * The network for limits: an IPv4 address as it is, of an IPv6 address its /64, which one household or server gets (RFC
 * 6177), so that nobody has 2^64 attempts. All that is no address is one network.
 */
export function networkOf(address: string): string {
  const text = withoutPort(address).split("%", 1)[0] ?? "";
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return "unknown";
  const groups = groupsOf(text);
  // RFC 4291 section 2.5.5.2: ::ffff:a.b.c.d is an IPv4 client on a socket of both kinds.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join(".");
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Some proxies forward the port as well; with it, every connection would be another client. */
const withoutPort = (address: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address;

/** The eight groups of an IPv6 address in hex without leading zeros; the URL parser writes all spellings as one. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const after = tail === "" ? [] : tail.split(":");
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}
