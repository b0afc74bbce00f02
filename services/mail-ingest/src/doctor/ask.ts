import { Resolver } from "node:dns/promises";
import { isIPv6 } from "node:net";
import { TXT_CHARS } from "../limits.ts";

/** What the DNS says of a name: some records, none (the name or the type is missing), or nothing. */
export type Answer<Item> =
  | { readonly is: "found"; readonly records: readonly Item[] }
  | { readonly is: "none" }
  | { readonly is: "failed"; readonly reason: string };

/** Questions to the DNS. None of them throws. */
export interface Ask {
  a(name: string): Promise<Answer<string>>;
  aaaa(name: string): Promise<Answer<string>>;
  cname(name: string): Promise<Answer<string>>;
  /** Hosts in order of preference; "" stands for the root, of a null MX. */
  mx(name: string): Promise<Answer<string>>;
  /** Each record's strings put together. */
  txt(name: string): Promise<Answer<string>>;
  /** Names of an address. */
  ptr(address: string): Promise<Answer<string>>;
}

const MISSING = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** Records of one answer that are looked at. */
const RECORDS = 50;

/** Asks the given servers, or the system's when there are none; each question is tried twice. */
export function createAsk(servers: readonly string[], timeoutMs: number): Ask {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const answer = async <Item>(records: Promise<Item[]>): Promise<Answer<Item>> => {
    try {
      const found = (await records).slice(0, RECORDS);
      return found.length === 0 ? { is: "none" } : { is: "found", records: found };
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      return MISSING.has(code) ? { is: "none" } : { is: "failed", reason: code || message };
    }
  };
  const mx = async (name: string): Promise<string[]> =>
    (await resolver.resolveMx(name))
      .toSorted((one, other) => one.priority - other.priority)
      .map(({ exchange }) => exchange.replace(/\.$/, "").toLowerCase());
  const txt = async (name: string): Promise<string[]> =>
    (await resolver.resolveTxt(name)).map((parts) => parts.join("").slice(0, TXT_CHARS));
  return {
    a: (name) => answer(resolver.resolve4(name)),
    aaaa: (name) => answer(resolver.resolve6(name)),
    cname: (name) => answer(resolver.resolveCname(name)),
    mx: (name) => answer(mx(name)),
    txt: (name) => answer(txt(name)),
    ptr: (address) => answer(resolver.resolvePtr(reverseName(address))),
  };
}

/** The name that holds an address' names (RFC 1035 section 3.5, RFC 3596 section 2.5). Not `reverse()`, which asks /etc/hosts too. */
export function reverseName(address: string): string {
  if (!isIPv6(address)) return `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
  // The parser of URLs writes every IPv6 address in one way, without an IPv4 tail.
  const [before = "", after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [head, tail] = [before, after ?? ""].map((text) => text.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (head?.length ?? 0) - (tail?.length ?? 0) }, () => "0");
  const digits = [...(head ?? []), ...zeros, ...(tail ?? [])].map((group) => group.padStart(4, "0")).join("");
  return `${digits.split("").toReversed().join(".")}.ip6.arpa`;
}
