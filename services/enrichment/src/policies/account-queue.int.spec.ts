import { randomUUID } from "node:crypto";
import { openPageJobs } from "@satchel/chassis";
import { JOURNAL, type LinkId, type LinkOrigin, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { serveHttp } from "../../test/loopback-server.ts";
import { type EnrichmentWorld, openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";

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
  await eventually(() => expect(held.length).toBeGreaterThan(2), { timeout: 60_000 });

  // when somebody else saves a link
  const ordinary = await world.saveLink(randomUUID() as UserId, `http://${ordinaryHost}/page`);

  // then it is described and has its picture, while the hostile account's links still wait
  await eventually(async () => expect((await journal.last(ordinary))?.type).toBe("PageIllustrated"), {
    timeout: 60_000,
  });
  expect((await journal.readAggregate(ordinary)).map(({ type }) => type)).toEqual(["PageDescribed", "PageIllustrated"]);
  const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, "enrichment");
  expect(num_pending + num_ack_pending).toBeGreaterThan(0);
  const illustrated = await Promise.all(subjects.map((subject) => journal.last(subject)));
  expect(illustrated.filter((event) => event?.type === "PageIllustrated")).toEqual([]);
}, 180_000);

const user = (): UserId => randomUUID() as UserId;

/** Sites whose pages take a moment. @returns host and port of each */
async function slowSites(count: number, ms: number): Promise<string[]> {
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
async function describedBefore({ journal }: EnrichmentWorld, subjects: string[], other: string): Promise<number> {
  const isDescribed = async () => (await journal.last(other))?.type === "PageDescribed";
  await eventually(isDescribed, { timeout: 120_000 });
  const { sequence = 0 } = (await journal.last(other)) ?? {};
  const events = await Promise.all(subjects.map((subject) => journal.last(subject)));
  return events.filter((event) => event?.type === "PageDescribed" && event.sequence < sequence).length;
}

const MANY = 500;
const imported: LinkOrigin = { kind: "import", importId: randomUUID() as never };

test.each<[string, LinkOrigin]>([
  ["saved", { kind: "page" }],
  ["imported", imported],
])(
  "given 500 links to slow sites that one account has %s, when another one does so with one link after them, then that is described before most of them",
  async (_, origin) => {
    const hosts = await slowSites(20, 200);
    const world = await openEnrichmentWorld();
    const [busy, other] = [user(), user()];
    const subjects: string[] = [];
    for (let n = 0; n < MANY; n++)
      subjects.push(await world.saveLink(busy, `http://${hosts[n % hosts.length]}/${n}`, origin));
    const last = await world.saveLink(other, `http://${hosts[0]}/other`, origin);

    await runEnrichment(world, { FETCH_ALLOW: hosts });

    expect(await describedBefore(world, subjects, last)).toBeLessThan(MANY / 4);
  },
  180_000,
);

test("given 500 refetch jobs for pages of one account at slow sites, when there is one for another's after them, then that is done before most of them", async () => {
  const hosts = await slowSites(20, 200);
  const world = await openEnrichmentWorld();
  const jobs = await openPageJobs(world.bus);
  const [busy, other] = [user(), user()];
  /** A link whose page was given up. */
  const givenUp = async (userId: UserId, url: string): Promise<string> => {
    const subject = await world.saveLink(userId, url);
    const event = { id: randomUUID(), type: "PageUnreachable", data: { url, attempts: 1, reason: "gave-up" } };
    await world.journal.append({ subject, event, expected: 0 });
    return subject;
  };
  const refetch = (userId: UserId, subject: string) =>
    jobs.submit({ kind: "describe", userId, linkId: subject.split(".").at(-1) as LinkId });
  const subjects: string[] = [];
  for (let n = 0; n < MANY; n++) subjects.push(await givenUp(busy, `http://${hosts[n % hosts.length]}/${n}`));
  const last = await givenUp(other, `http://${hosts[0]}/other`);
  // A job is for pages that were looked at before it, by whole milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const subject of subjects) await refetch(busy, subject);
  await refetch(other, last);

  await runEnrichment(world, { FETCH_ALLOW: hosts });

  expect(await describedBefore(world, subjects, last)).toBeLessThan(MANY / 4);
}, 180_000);

test("given 80 links of one account to one slow site, when another one saves a link to the same site, then that is described before most of them", async () => {
  const hosts = await slowSites(1, 200);
  const world = await openEnrichmentWorld();
  const [busy, other] = [user(), user()];
  const subjects: string[] = [];
  for (let n = 0; n < 80; n++) subjects.push(await world.saveLink(busy, `http://${hosts[0]}/${n}`));
  const last = await world.saveLink(other, `http://${hosts[0]}/other`);

  await runEnrichment(world, { FETCH_ALLOW: hosts });

  expect(await describedBefore(world, subjects, last)).toBeLessThan(20);
}, 180_000);
