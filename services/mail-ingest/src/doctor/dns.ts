import type { MxRecord } from "node:dns";
import ipaddr from "ipaddr.js";
import { createResolver, isMissing, type DnsResolver } from "../authentication/resolver.ts";

/** A DNS answer: some records; none, when the name or the type is missing; or a failure. */
export type Answer<Item> =
  | { readonly is: "found"; readonly records: readonly Item[] }
  | { readonly is: "none" }
  | { readonly is: "failed"; readonly reason: string };

/** DNS queries. Only `resolve`, which is for mailauth, throws. */
export interface DnsClient {
  readonly resolve: DnsResolver;
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

/** Records of one answer that are looked at. */
const RECORDS = 50;

/** Asks the given servers, or the system's when there are none; each question is tried twice. */
export function createDnsClient(servers: readonly string[], timeoutMs: number): DnsClient {
  const resolve = createResolver(servers, timeoutMs);
  const ask = async <Item>(name: string, type: string, read: (record: never) => Item): Promise<Answer<Item>> => {
    try {
      const records = (await resolve(name, type)).slice(0, RECORDS) as never[];
      return records.length === 0 ? { is: "none" } : { is: "found", records: records.map(read) };
    } catch (error) {
      if (isMissing(error)) return { is: "none" };
      const { code, message } = error as NodeJS.ErrnoException;
      return { is: "failed", reason: code ?? message };
    }
  };
  const text = (record: string): string => record;
  const mx = async (name: string): Promise<Answer<string>> => {
    const answer = await ask(name, "MX", (record: MxRecord) => record);
    if (answer.is !== "found") return answer;
    const sorted = answer.records.toSorted((one, other) => one.priority - other.priority);
    return { is: "found", records: sorted.map(({ exchange }) => exchange.replace(/\.$/, "").toLowerCase()) };
  };
  return {
    resolve,
    a: (name) => ask(name, "A", text),
    aaaa: (name) => ask(name, "AAAA", text),
    cname: (name) => ask(name, "CNAME", text),
    mx,
    txt: (name) => ask(name, "TXT", (parts: readonly string[]) => parts.join("")),
    ptr: (address) => ask(reverseName(address), "PTR", text),
  };
}

/** The name of an address in reverse DNS (RFC 1035 section 3.5, RFC 3596 section 2.5). Node's `reverse()` reads /etc/hosts too. */
export function reverseName(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.toReversed().join(".")}.in-addr.arpa`;
  const digits = Buffer.from(parsed.toByteArray()).toString("hex");
  return `${digits.split("").toReversed().join(".")}.ip6.arpa`;
}
