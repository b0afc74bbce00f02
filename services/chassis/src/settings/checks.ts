import { Resolver } from "node:dns";
import { isIP } from "node:net";
import { parseUrl } from "@satchel/contracts";
import { normaliseAddress } from "../addresses.ts";

/** The URL in a text; undefined unless it has one of these schemes and a host. */
function urlOf(text: string, schemes: readonly string[]): URL | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const names = /^[a-z]+:\/\/[^/\s]/i.test(text) && url.hostname !== "";
  return names && schemes.includes(url.protocol.slice(0, -1)) ? url : undefined;
}

/** Whether a text is a URL of one of these schemes, with a host. */
export const isUrlOf =
  (...schemes: readonly string[]) =>
  (text: string): boolean =>
    urlOf(text, schemes) !== undefined;

/** Whether each of several texts, separated by commas, is a URL of one of these schemes. */
export const areUrlsOf =
  (...schemes: readonly string[]) =>
  (text: string): boolean =>
    text.split(",").every((one) => urlOf(one.trim(), schemes) !== undefined);

/** Whether a text is a scheme and a host, with or without a port, and nothing else: `https://satchel.example`. */
export const isOrigin = (text: string): boolean =>
  urlOf(text, ["http", "https"]) !== undefined && /^https?:\/\/[^\s/?#@]+\/?$/i.test(text);

export const isMailAddress = (text: string): boolean => normaliseAddress(text) !== undefined;

/** Whether a text is an e-mail address, or a name with one in angle brackets behind it. */
export const isMailbox = (text: string): boolean => isMailAddress(/<([^<>]*)>$/.exec(text.trim())?.[1] ?? text);

/** Whether a text is an address, or a network as `192.0.2.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether a text is an address or a name that can be listened on: `127.0.0.1`, `::`, `localhost`. */
export const isHost = (text: string): boolean =>
  isIP(text.replace(/^\[(.*)\]$/, "$1")) !== 0 || /^(?!\d+$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text);

/** Whether a text is a DNS server: an address, with or without a port. */
export function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}

/** Exact hosts only: a wildcard would parse as a URL's host and then silently allow nothing. */
const PAIR = /^(?:\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i;

/** Whether a text is an exact host with its port: `192.0.2.1:8080`, `intranet.example:80`. */
export function isHostAndPort(text: string): boolean {
  const port = Number(PAIR.exec(text)?.[1]);
  return port >= 1 && port <= 65_535 && parseUrl(`http://${text}`) !== undefined;
}
