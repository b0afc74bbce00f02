import { randomUUID } from "node:crypto";
import { JOURNAL, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { serveHttp } from "../../test/loopback-server.ts";
import { openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";
import { describedBefore, slowSites } from "../../test/slow-sites.ts";

const PAGE = '<title>A page</title><meta property="og:image" content="/a.png"><link rel="icon" href="/b.png">';

/** Each host of the hostile account's pages; of one host alone few pages would be asked for at a time anyway. */
const HOSTILE_HOSTS = 8;
/** More than a process reads, or illustrates, at the same time. */
const HOSTILE_LINKS = 24;

test("given an account whose pages or pictures take as long as they like, when another one saves a link, then its page is described and illustrated meanwhile", async () => {
  // given sites that answer for every second link with a page whose pictures never come, and for the others not at all
  const held: (() => void)[] = [];
  const sites = await Promise.all(
    Array.from({ length: HOSTILE_HOSTS }, () =>
      serveHttp(({ url = "" }, response) => {
        if (url.startsWith("/page")) response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
        else held.push(() => response.destroy());
      }),
    ),
  );
  const site = await serveHttp(({ url }, response) => {
    if (url === "/page") response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    else response.writeHead(200, { "content-type": "image/png" }).end(pngOf(quarters(300, 300)));
  });
  const hosts = sites.map(({ port }) => `127.0.0.1:${port}`);
  const ordinaryHost = `127.0.0.1:${site.port}`;
  const world = await openEnrichmentWorld();
  const { journal } = world;
  await runEnrichment(world, { FETCH_ALLOW: [...hosts, ordinaryHost] });
  atEnd(async () => {
    for (const end of held) end();
    await Promise.all([site, ...sites].map((server) => server.close()));
  });
  const hostile = randomUUID() as UserId;
  const subjects: string[] = [];
  for (let n = 0; n < HOSTILE_LINKS; n++) {
    const path = n % 2 === 0 ? `/page-${n}` : `/never-${n}`;
    subjects.push(await world.saveLink(hostile, `http://${hosts[n % HOSTILE_HOSTS]}${path}`));
  }
  await eventually(() => expect(held.length).toBeGreaterThan(2));

  // when somebody else saves a link
  const ordinary = await world.saveLink(randomUUID() as UserId, `http://${ordinaryHost}/page`);

  // then it is described and has its picture, while the hostile account's links still wait
  await eventually(async () => expect((await journal.last(ordinary))?.type).toBe("PageIllustrated"));
  expect((await journal.readAggregate(ordinary)).map(({ type }) => type)).toEqual(["PageDescribed", "PageIllustrated"]);
  const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, "enrichment");
  expect(num_pending + num_ack_pending).toBeGreaterThan(0);
  const illustrated = await Promise.all(subjects.map((subject) => journal.last(subject)));
  expect(illustrated.filter((event) => event?.type === "PageIllustrated")).toEqual([]);
});

const user = (): UserId => randomUUID() as UserId;

const MANY = 100;

test("given 100 links to slow sites that one account has saved, when another one saves one after them, then that is described before most of them", async () => {
  const hosts = await slowSites(20, 200);
  const world = await openEnrichmentWorld();
  const [busy, other] = [user(), user()];
  const subjects: string[] = [];
  for (let n = 0; n < MANY; n++) subjects.push(await world.saveLink(busy, `http://${hosts[n % hosts.length]}/${n}`));
  const last = await world.saveLink(other, `http://${hosts[0]}/other`);

  await runEnrichment(world, { FETCH_ALLOW: hosts });

  expect(await describedBefore(world, subjects, last)).toBeLessThan(MANY / 2);
});
