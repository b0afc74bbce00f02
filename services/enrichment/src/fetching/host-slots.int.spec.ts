import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { fetcherFor, HTML, kept, PAGE } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import { HOST_CONNECTIONS } from "../limits.ts";

/** A site that counts its requests, and how many it has at the same time. */
async function countedSite(listener: RequestListener) {
  let [open, most, seen] = [0, 0, 0];
  const server = kept(
    await serveHttp((request, response) => {
      seen++;
      most = Math.max(most, ++open);
      response.on("close", () => open--);
      setTimeout(() => listener(request, response), 20);
    }),
  );
  return { at: `127.0.0.1:${server.port}`, most: () => most, seen: () => seen };
}

test("given many pages of one host that redirect within it, then it never has more than two requests at the same time, and all are had", async () => {
  const site = await countedSite(({ url = "" }, response) => {
    if (url.startsWith("/old")) response.writeHead(302, { location: url.replace("old", "new") }).end();
    else response.writeHead(200, HTML).end("page");
  });
  const fetcher = fetcherFor([site.at]);

  const results = await Promise.all(
    Array.from({ length: 12 }, (_, n) => fetcher.fetchPage(`http://${site.at}/old/${n}`, { ...PAGE, owner: `${n}` })),
  );

  expect(results.map(({ ok }) => ok)).toEqual(results.map(() => true));
  expect([site.most(), site.seen()]).toEqual([HOST_CONNECTIONS, 24]);
});

test("given two hosts that redirect to each other, when as many pages of each are fetched as may connect, then no two wait for each other", async () => {
  const addresses: string[] = [];
  const crossing = (other: number) =>
    countedSite(({ url = "" }, response) => {
      if (url === "/there") response.writeHead(302, { location: `http://${addresses[other]}/end` }).end();
      else response.writeHead(200, HTML).end("page");
    });
  const sites = await Promise.all([crossing(1), crossing(0)]);
  addresses.push(...sites.map(({ at }) => at));
  const fetcher = fetcherFor(addresses);

  const results = await Promise.all(
    [...addresses, ...addresses].map((at) => fetcher.fetchPage(`http://${at}/there`, PAGE)),
  );

  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true]);
});

test("given the fetcher is closed while fetches wait for their host, then these end as aborted without a request", async () => {
  const site = await countedSite(() => undefined);
  const fetcher = fetcherFor([site.at]);
  const fetches = Array.from({ length: 4 }, () => fetcher.fetchPage(`http://${site.at}/`, PAGE));
  await expect.poll(site.seen).toBe(HOST_CONNECTIONS);

  await fetcher.close();

  expect(await Promise.all(fetches)).toMatchObject(fetches.map(() => ({ ok: false, reason: "aborted" })));
  expect(site.seen()).toBe(HOST_CONNECTIONS);
});
