import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { JOURNAL, PAGE_JOBS, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { LITERALS, NAMES } from "../../test/blocked-urls.ts";
import { type LoopbackServer, serveHttp } from "../../test/loopback-server.ts";
import { openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";

/** A page that names this address as everything that is fetched for a page. */
const pageNaming = (url: string): string => `<title>A page</title>
<meta property="og:image" content="${url}"><meta name="twitter:image" content="${url}">
<link rel="icon" href="${url}"><link rel="apple-touch-icon" href="${url}"><link rel="manifest" href="${url}">
<link rel="canonical" href="${url}"><link rel="alternate" type="application/json+oembed" href="${url}">
<img src="${url}" width="800" height="600">`;

/** A page that sends its readers to this address. */
const sendingTo = (url: string): string => `<title>A page</title><meta http-equiv="refresh" content="0; url=${url}">`;

test("given pages whose pictures, icons, redirects and refreshes lead to this machine in a hundred spellings, when they are described, then nothing there is contacted", async () => {
  // given canaries on both loopback addresses, and a site that names them in every way
  const [canary, canary6] = await startCanaries();
  const spellings = [...LITERALS, ...NAMES].map((url) => withPort(url, canary.port));
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    asked.push(pathname);
    const url = spellings[Number(searchParams.get("n"))] ?? "";
    if (pathname === "/page") response.writeHead(200, { "content-type": "text/html" }).end(pageNaming(url));
    else if (pathname === "/refresh") response.writeHead(200, { "content-type": "text/html" }).end(sendingTo(url));
    else if (pathname === "/hop") response.writeHead(302, { location: encodeURI(url) }).end();
    else if (pathname === "/parts") {
      response.writeHead(200, { "content-type": "text/html" }).end(pageNaming(`/hop?n=${searchParams.get("n")}`));
    } else response.writeHead(404).end();
  };
  // Many: of one site only a few pages are fetched at a time, and what is deferred waits for a second at least.
  const sites = await Promise.all(Array.from({ length: 25 }, () => serveHttp(answer)));
  const hosts = sites.map(({ port }) => `127.0.0.1:${port}`);
  const world = await openEnrichmentWorld();
  const { journal } = world;
  atEnd(async () => {
    await Promise.all([canary, canary6, ...sites].map((server) => server.close()));
  });
  await runEnrichment(world, { FETCH_ALLOW: hosts });

  // when one of each kind is saved for some, and described
  const userId = randomUUID() as string as UserId;
  const subjects: string[] = [];
  for (const [n] of spellings.entries()) {
    const kind = ["/page", "/hop", "/parts", "/refresh"][n % 4];
    subjects.push(await world.saveLink(userId, `http://${hosts[n % hosts.length]}${kind}?n=${n}`));
  }
  await eventually(
    async () => {
      const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, "enrichment");
      expect(num_pending + num_ack_pending).toBe(0);
      // Copies are made by the archive service, which does not run here.
      const { state } = await journal.jsm.streams.info(PAGE_JOBS, { subjects_filter: "pages.>" });
      expect(Object.keys(state.subjects ?? {}).filter((subject) => !subject.startsWith("pages.copy."))).toEqual([]);
    },
    // A picture that a busy machine did not bring in time is asked for again after two minutes.
    { timeout: 240_000 },
  );
  const last = await Promise.all(subjects.map((subject) => journal.last(subject)));
  expect(last.filter((event) => event === undefined)).toEqual([]);

  // then the site was asked, and the canaries never
  expect(asked.filter((path) => path === "/hop").length).toBeGreaterThan(spellings.length / 4);
  expect([canary.connections, canary6.connections]).toEqual([0, 0]);
});

/** Listens on both loopback addresses on a port of web pages: on any other, the rule for ports would hide a hole. */
async function startCanaries(): Promise<[LoopbackServer, LoopbackServer]> {
  for (const port of [8080, 8443, 80, 443]) {
    try {
      const canary = await serveHttp((_, response) => response.end("reached"), { port });
      return [canary, await serveHttp((_, response) => response.end("reached"), { host: "::1", port })];
    } catch {
      // Something else listens there, or only root may: the next one.
    }
  }
  throw new Error("None of the ports 8080, 8443, 80 and 443 is free on loopback: nothing can be shown");
}

/** The same address with the canary's port, where a port can be put. */
function withPort(url: string, port: number): string {
  return url.replace(/^(http:\/\/(?:[^/@\\?#]*@)*(?:\[[^\]]*\]|[^/:@\\?#]+))(?::\d+)?(?=[/\\?#]|$)/i, `$1:${port}`);
}
