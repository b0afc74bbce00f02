import { Resolver } from "node:dns/promises";
import { DNS_QUESTION_MS, DNS_TRIES, TXT_CHARS, TXT_RECORDS } from "../limits.ts";

/** A DNS query in mailauth's form: a name and a record type. */
export type DnsResolver = (name: string, type: string) => Promise<string[] | string[][]>;

/** Whether the answer to a query is that there is no such name or type. Any other failure may be temporary. */
export const isMissing = (error: unknown): boolean => ["ENOTFOUND", "ENODATA"].includes(codeOf(error) ?? "");

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code;

/**
 * A resolver that asks the given servers (`address` or `address:port`), or the system's when there are none. An invalid name counts as
 * missing; texts that are too long are left out.
 * @param timeoutMs for one question to one server
 */
export function createResolver(servers: readonly string[], timeoutMs = DNS_QUESTION_MS): DnsResolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries: DNS_TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name, type) => {
    const answer = await resolver.resolve(name, type).catch((error: unknown) => {
      // A retry can't make it valid.
      if (codeOf(error) === "EBADNAME") throw Object.assign(new Error(`${name} is no name`), { code: "ENOTFOUND" });
      throw error;
    });
    if (type !== "TXT") return answer as string[];
    return (answer as string[][])
      .filter((parts) => parts.reduce((chars, part) => chars + part.length, 0) <= TXT_CHARS)
      .slice(0, TXT_RECORDS);
  };
}

/**
 * mailauth's SPF checker continues after an `include` or `redirect` whose query failed, except after a timeout: then the result is
 * "temperror", as RFC 7208 section 5.2 requires. So every failure is reported to it as a timeout.
 */
export const failingAsTimeout =
  (resolve: DnsResolver): DnsResolver =>
  async (name, type) => {
    try {
      return await resolve(name, type);
    } catch (error) {
      throw isMissing(error) ? error : Object.assign(new Error("no answer", { cause: error }), { code: "ETIMEOUT" });
    }
  };
