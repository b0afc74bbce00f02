import { Resolver } from "node:dns/promises";
import { DNS_QUESTION_MS, DNS_TRIES } from "../limits.ts";

/** Asks the DNS as mailauth wants it asked: a name and a record type. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

/** A resolver that asks the given servers (`address` or `address:port`), or the system's when there are none. */
export function createResolve(servers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_QUESTION_MS, tries: DNS_TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][];
}
