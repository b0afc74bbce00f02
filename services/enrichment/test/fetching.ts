import type { RequestListener } from "node:http";
import { afterEach } from "vitest";
import type { FetchOptions, FetchResult, PageFetcher } from "../src/fetching/fetch-result.ts";
import { createFetcher, type FetcherOptions } from "../src/fetching/page-fetcher.ts";
import { serveHttp, serveRaw } from "./loopback-server.ts";

export const MEGABYTE = 1024 * 1024;

/** What the tests fetch as a page. */
export const PAGE = { accept: ["text/html", "application/xhtml+xml"], maxBytes: 5 * MEGABYTE };

/** The header of a page. */
export const HTML = { "content-type": "text/html; charset=utf-8" };

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Closes a resource when the test is over. */
export function kept<T extends { close(): Promise<void> }>(resource: T): T {
  cleanups.push(() => resource.close());
  return resource;
}

export function fetcherFor(allow: string[], options: Partial<FetcherOptions> = {}): PageFetcher {
  return kept(createFetcher({ allow, dnsServers: [], userAgent: "Satchel-test (+http://about)", ...options }));
}

/** Fetches one page of a server that answers with `listener`. */
export async function fetchFrom(
  listener: RequestListener,
  options: Partial<FetcherOptions> = {},
): Promise<FetchResult> {
  const server = kept(await serveHttp(listener));
  const fetcher = fetcherFor([`127.0.0.1:${server.port}`], options);
  return fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE);
}

/** Fetches one page of a server that answers a request with these bytes, and then hangs up or stays. */
export async function fetchRaw(
  answer: string,
  then: "ends" | "stays",
  wanted: Partial<FetchOptions> & Pick<FetcherOptions, "timeLimitMs"> = {},
): Promise<FetchResult> {
  const { timeLimitMs, ...options } = wanted;
  const server = kept(
    await serveRaw((socket) =>
      socket.once("data", () => (then === "ends" ? socket.end(answer) : socket.write(answer))),
    ),
  );
  const fetcher = fetcherFor([`127.0.0.1:${server.port}`], timeLimitMs === undefined ? {} : { timeLimitMs });
  return fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, { ...PAGE, ...options });
}

/** The text of a page, or why there is none. */
export function text(result: FetchResult): string {
  return result.ok ? new TextDecoder().decode(result.bytes) : `failed: ${result.reason}`;
}
