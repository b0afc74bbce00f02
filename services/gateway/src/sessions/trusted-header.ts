import { BlockList, isIPv4 } from "node:net";
import type { IncomingMessage } from "node:http";
import { addressOf } from "@satchel/chassis";

/** What a proxy in front says of a visitor: `none` when it is not believed or names nobody, `wrong` when not one of them. */
type ProxyVisitor =
  | { readonly kind: "none" }
  | { readonly kind: "wrong" }
  | { readonly kind: "named"; readonly address: string };

/** Reads the header of a trusted proxy. */
export type ReadTrustedHeader = (request: Pick<IncomingMessage, "socket" | "headersDistinct">) => ProxyVisitor;

/** The networks of a setting: addresses, or networks as `192.0.2.0/24`. */
function networksOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Makes the reader of the header in which named proxies write the address of whoever they have signed in. The address of
 * the connection counts, and never one that a header names: anybody can write `X-Forwarded-For`.
 * @param header undefined: no header is believed
 */
export function trustedHeader(header: string | undefined, proxies: readonly string[]): ReadTrustedHeader {
  const networks = networksOf(proxies);
  const name = header?.toLowerCase();
  return ({ socket, headersDistinct }) => {
    const peer = addressOf(socket.remoteAddress ?? "");
    if (name === undefined || peer === undefined) return { kind: "none" };
    if (!networks.check(peer, isIPv4(peer) ? "ipv4" : "ipv6")) return { kind: "none" };
    const [value = "", ...others] = headersDistinct[name] ?? [];
    if (others.length > 0 || /[,;\s]/.test(value.trim())) return { kind: "wrong" };
    return value.trim() === "" ? { kind: "none" } : { kind: "named", address: value.trim() };
  };
}
