import { atEnd, eventually } from "@satchel/testing";
import { serveHttp } from "./loopback-server.ts";
import type { EnrichmentWorld } from "./running-enrichment.ts";

/** Sites whose pages take a moment. @returns host and port of each */
export async function slowSites(count: number, ms: number): Promise<string[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () =>
      serveHttp((_request, response) => {
        setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end("<title>A page</title>"), ms);
      }),
    ),
  );
  atEnd(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });
  return servers.map(({ port }) => `127.0.0.1:${port}`);
}

/** How many of these pages were described before another one, by their order in the journal. */
export async function describedBefore(
  { journal }: EnrichmentWorld,
  subjects: string[],
  other: string,
): Promise<number> {
  const isDescribed = async () => (await journal.last(other))?.type === "PageDescribed";
  await eventually(isDescribed, { timeout: 120_000 });
  const { sequence = 0 } = (await journal.last(other)) ?? {};
  const events = await Promise.all(subjects.map((subject) => journal.last(subject)));
  return events.filter((event) => event?.type === "PageDescribed" && event.sequence < sequence).length;
}
