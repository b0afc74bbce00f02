import { randomUUID } from "node:crypto";
import { openPageJobs } from "@satchel/chassis";
import type { LinkId, LinkOrigin, UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";
import { describedBefore, slowSites } from "../../test/slow-sites.ts";

const user = (): UserId => randomUUID() as UserId;
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
});

test("given 80 links of one account to one slow site, when another one saves a link to the same site, then that is described before most of them", async () => {
  const hosts = await slowSites(1, 200);
  const world = await openEnrichmentWorld();
  const [busy, other] = [user(), user()];
  const subjects: string[] = [];
  for (let n = 0; n < 80; n++) subjects.push(await world.saveLink(busy, `http://${hosts[0]}/${n}`));
  const last = await world.saveLink(other, `http://${hosts[0]}/other`);

  await runEnrichment(world, { FETCH_ALLOW: hosts });

  expect(await describedBefore(world, subjects, last)).toBeLessThan(20);
});
