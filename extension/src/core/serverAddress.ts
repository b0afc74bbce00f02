import { parseUrl } from "@satchel/contracts";

/** Names of this machine, on which a server needs no TLS. */
const LOCAL = ["localhost", "127.0.0.1"];

type ServerFault = "notAnAddress" | "needsHttps";

/** The origin of a typed server address, such as `https://satchel.example`, or its fault. */
export function readServerAddress(typed: string): { readonly server: string } | { readonly fault: ServerFault } {
  const text = typed.trim();
  const named = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal(text) ? "http" : "https"}://${text}`;
  const url = text === "" ? undefined : parseUrl(named);
  if (url === undefined) return { fault: "notAnAddress" };
  const { protocol, hostname, username, password, origin } = url;
  if (hostname === "" || username !== "" || password !== "") return { fault: "notAnAddress" };
  if (protocol === "https:" || (protocol === "http:" && LOCAL.includes(hostname))) return { server: origin };
  return { fault: protocol === "http:" ? "needsHttps" : "notAnAddress" };
}

const isLocal = (text: string): boolean => LOCAL.some((name) => text === name || text.startsWith(`${name}:`));

/** The match pattern of the host permission for a server. Firefox accepts none with a port. */
export function hostPattern(server: string): string {
  const { protocol, hostname } = new URL(server);
  return `${protocol}//${hostname}/*`;
}
