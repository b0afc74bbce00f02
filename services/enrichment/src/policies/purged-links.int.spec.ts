import { randomUUID } from "node:crypto";
import type { StoredEvent } from "@satchel/chassis";
import { beforeAll, expect, test } from "vitest";
import { type DescribingWorld, html, newLink, openDescribingWorld, type TestLink } from "../../test/describing.ts";
import { pageSubject } from "../store/page-history.ts";
import { storeHistory } from "../commands/store-history.ts";
import { checkLink, openMissedPages } from "./check-link.ts";
import { describeLink, giveUp } from "./describe-link.ts";
import { illustrate } from "./illustrate.ts";
import { keepAgain } from "./keep-again.ts";
import { refetchPage } from "./refetch-page.ts";

let world: DescribingWorld;
beforeAll(async () => {
  world = await openDescribingWorld();
});

/** A link that its owner erases while its page is fetched. */
async function erasedMeanwhile(path: string): Promise<TestLink> {
  const link = await newLink(world, path);
  world.pages.set(path, (response, request) => {
    void link
      .happens("LinkDeleted")
      .then(() => link.happens("LinkPurged"))
      .then(() => html("Secret")(response, request));
  });
  return link;
}

/** @returns the event's id */
async function recordPage(link: TestLink): Promise<string> {
  const event = { id: randomUUID(), type: "PageUnreachable", data: { url: link.url, attempts: 1, reason: "gave-up" } };
  await world.journal.append({ subject: pageSubject(link), event, expected: 0 });
  return event.id;
}

test("given a link that is erased while its page is fetched, then nothing of the page stays", async () => {
  const link = await erasedMeanwhile("/erased");
  const saved = await link.happens("LinkSaved");
  expect(await describeLink(world.deps)(saved)).toBe("done");
  expect(await link.pageEvents()).toEqual([]);
});

/** Each work that records something of a page, as it is repeated after its process was killed. */
const works: Record<string, (link: TestLink, saved: StoredEvent, recorded: string) => Promise<unknown>> = {
  describing: (_, saved) => describeLink(world.deps)(saved),
  "giving up": (_, saved) => giveUp(world.deps)(saved),
  refetching: (link) => refetchPage(world.deps)({ ...link, requestedAt: new Date(world.clock) }),
  "another copy": (_, saved) =>
    keepAgain(world.deps, async () => "done")({ ...saved, type: "CopyRequested", data: {} }),
  checking: async (link) => {
    const { journal, fetcher, now } = world.deps;
    return checkLink({ journal, fetcher, missed: await openMissedPages(world.bus), now })(link);
  },
  "its pictures": ({ userId, linkId, url }, _, eventId) =>
    illustrate(world.deps)({
      kind: "pictures",
      userId,
      linkId,
      requestedAt: new Date(world.clock),
      details: { eventId, url, addresses: { pageUrl: url, icons: [] } },
    }),
  "an import": ({ userId, linkId, url }, _, id) => {
    const data = { url, attempts: 1, reason: "gave-up" };
    const time = new Date(world.clock).toISOString();
    return storeHistory(world.deps)({ userId, linkId, id, type: "PageUnreachable", time, data });
  },
};

test.for(Object.entries(works))(
  "given a process that was killed before it erased what it had recorded, when its work is repeated (%s), then nothing of the page stays",
  async ([, work]) => {
    const link = await newLink(world, "/killed");
    const saved = await link.happens("LinkSaved");
    await link.happens("LinkDeleted");
    await link.happens("LinkPurged");
    await work(link, saved, await recordPage(link));
    expect(await link.pageEvents()).toEqual([]);
  },
);

test("given a purge that was killed before it erased what was recorded meanwhile, then the queue erases it", async () => {
  const link = await newLink(world, "/purged");
  await link.happens("LinkSaved");
  await link.happens("LinkDeleted");
  await recordPage(link);
  expect(await describeLink(world.deps)(await link.happens("LinkPurged"))).toBe("done");
  expect(await link.pageEvents()).toEqual([]);
});

test("given a purged link that was saved again, then the page of its new life stays", async () => {
  const link = await newLink(world, "/again");
  world.pages.set("/again", html("Again"));
  const saved = await link.happens("LinkSaved");
  await link.happens("LinkDeleted");
  await link.happens("LinkPurged");
  await describeLink(world.deps)(await link.happens("LinkSaved"));
  expect(await describeLink(world.deps)(saved)).toBe("done");
  expect(await link.pageEvents()).toMatchObject([{ type: "PageDescribed", data: { page: { title: "Again" } } }]);
});
