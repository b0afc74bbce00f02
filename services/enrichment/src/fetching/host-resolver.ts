import { lookup, Resolver } from "node:dns/promises";
import { FetchFault } from "./fetch-failure.ts";

export type HostResolver = {
  /** All addresses of a name, IPv4 first; throws a FetchFault when there is none. */
  resolve(hostname: string): Promise<string[]>;
  /** Cancels queries in progress. */
  close(): void;
};

/** Milliseconds for the first of several attempts of one query: a dead server must leave time for the fetch. */
const QUERY_MS = 1000;
const QUERY_TRIES = 2;

/** Final answers of a resolver; every other error may be temporary. */
const FINAL: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "ENONAME", "EBADNAME", "EBADQUERY", "EINVAL"]);

/**
 * Looks names up with the system's resolver, or with `servers` (`ip` or `ip:port`) when any are given.
 * @throws TypeError for an invalid entry of `servers`
 */
export function createHostResolver(servers: readonly string[]): HostResolver {
  const resolver = servers.length === 0 ? systemResolver() : serverResolver(servers);
  return {
    async resolve(hostname) {
      // Loopback by definition, unknown to DNS servers (RFC 6761 section 6.3); only allowed pairs get here.
      if (hostname === "localhost" || hostname.endsWith(".localhost")) return ["127.0.0.1", "::1"];
      try {
        return await resolver.resolve(hostname);
      } catch (error) {
        throw faultOf(error);
      }
    },
    close: () => resolver.close(),
  };
}

function systemResolver(): HostResolver {
  return {
    async resolve(hostname) {
      const found = await lookup(hostname, { all: true, order: "ipv4first" });
      return found.map(({ address }) => address);
    },
    close() {}, // getaddrinfo can't be interrupted; its callers have a time limit
  };
}

function serverResolver(servers: readonly string[]): HostResolver {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES });
  resolver.setServers(servers);
  return {
    async resolve(hostname) {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      if (addresses.length > 0) return addresses;
      // Without any address, a temporary failure outweighs a final one.
      const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
      throw errors.find((error) => !FINAL.has(codeOf(error))) ?? errors[0];
    },
    close: () => resolver.cancel(),
  };
}

function faultOf(error: unknown): FetchFault {
  return FINAL.has(codeOf(error))
    ? new FetchFault("dns-failure", "the name does not exist or has no address")
    : new FetchFault("dns-temporary", "the name could not be looked up");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
