import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Networks that are not the public Internet, after the IANA special-purpose address registries (RFC 6890 and updates).
 * Listed here because a library's "unicast" includes `::7f00:1`.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8", // this network; many systems connect 0.0.0.0 to loopback (RFC 791)
  "10.0.0.0/8", // private (RFC 1918)
  "100.64.0.0/10", // shared by carriers (RFC 6598)
  "127.0.0.0/8", // loopback (RFC 1122)
  "168.63.129.16/32", // host services of a cloud, although the address looks public
  "169.254.0.0/16", // link-local and instance metadata (RFC 3927)
  "172.16.0.0/12", // private (RFC 1918)
  "192.0.0.0/24", // IETF protocol assignments (RFC 6890)
  "192.0.2.0/24", // documentation (RFC 5737)
  "192.31.196.0/24", // AS112 (RFC 7535)
  "192.52.193.0/24", // automatic multicast tunnelling (RFC 7450)
  "192.88.99.0/24", // 6to4 relays, deprecated (RFC 7526)
  "192.168.0.0/16", // private (RFC 1918)
  "192.175.48.0/24", // AS112 (RFC 7534)
  "198.18.0.0/15", // benchmarks (RFC 2544)
  "198.51.100.0/24", // documentation (RFC 5737)
  "203.0.113.0/24", // documentation (RFC 5737)
  "224.0.0.0/4", // multicast (RFC 5771)
  "240.0.0.0/4", // reserved, and broadcast (RFC 1112, RFC 919)
].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

/** Everything assigned to the global unicast Internet lies here (RFC 4291 section 2.4; IANA has allocated no more). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Special networks inside of {@link GLOBAL_IPV6}: mostly tunnels whose addresses contain an arbitrary IPv4 address. */
const SPECIAL_IPV6 = [
  "2001::/23", // IETF protocol assignments: Teredo, ORCHID, benchmarks (RFC 2928, RFC 4380, RFC 7343)
  "2001:db8::/32", // documentation (RFC 3849)
  "2002::/16", // 6to4 (RFC 3056)
  "2620:4f:8000::/48", // AS112 (RFC 7534)
  "3ffe::/16", // 6bone, returned (RFC 3701)
  "3fff::/20", // documentation (RFC 9637)
].map((cidr) => ipaddr.IPv6.parseCIDR(cidr));

/**
 * Whether `ip` is an address of the public Internet that a page may be fetched from. Takes one address as text, as a
 * resolver or a socket gives it; anything else (a name, another spelling of a number, a zone index, spaces) is not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv4) return !SPECIAL_IPV4.some((network) => address.match(network));
  return address.match(GLOBAL_IPV6) && !SPECIAL_IPV6.some((network) => address.match(network));
}
