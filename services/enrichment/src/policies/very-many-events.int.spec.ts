import { randomUUID } from "node:crypto";
import { aggregateSubject } from "@satchel/contracts";
import { appendAll } from "@satchel/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type DescribingWorld,
  html,
  newLink,
  openDescribingWorld,
  status,
  type TestLink,
} from "../../test/describing.ts";
import { checkLink, openMissedPages } from "./check-link.ts";
import { LOOK_BACK_EVENTS } from "../limits.ts";
import { refetchPage } from "./refetch-page.ts";
import { describeLink } from "./describe-link.ts";
import { requestedLink, describedLast, pageStateOf } from "../store/page-history.ts";

const MANY = LOOK_BACK_EVENTS + 100;
let world: DescribingWorld;
let link: TestLink;
beforeAll(async () => {
  world = await openDescribingWorld();
  // It is not sent again to who has it.
  world.pages.set("/page", (response, request) =>
    (request.headers["if-none-match"] === '"1"' ? status(304) : html("A page", { etag: '"1"' }))(response, request),
  );
});
beforeEach(() => {
  world.requests.length = 0;
});

/** Appends so many events behind the last one of the journal, which is the aggregate's own or any other's if it has none. */
async function often(context: "links" | "enrichment", type: string, data: object): Promise<void> {
  const subject = aggregateSubject(link.userId, context, link.linkId);
  const own = await world.journal.last(subject);
  const [first, ...others] = Array.from({ length: MANY }, (_, n) => {
    const visit = type === "LinkVisited" ? { visitCount: n + 1 } : data;
    return { id: randomUUID(), type, data: visit };
  });
  if (first === undefined) return;
  const { sequence } = await world.journal.append({ subject, event: first, expected: own?.sequence ?? 0 });
  await appendAll(world.journal, subject, others, sequence);
}

/** Messages of the bus that work takes. */
async function received<T>(work: () => Promise<T>): Promise<{ result: T; messages: number }> {
  const before = world.bus.nc.stats().inMsgs;
  const result = await work();
  return { result, messages: world.bus.nc.stats().inMsgs - before };
}

describe("given a link that was visited very often since its page was read", () => {
  beforeAll(async () => {
    link = await newLink(world, "/page");
    await describeLink(world.deps)(await link.happens("LinkSaved"));
    await often("links", "LinkVisited", {});
  });

  test("then its address is known, and no more is read for that than is looked through", async () => {
    const { result, messages } = await received(() => requestedLink(world.journal, link));
    expect(result).toMatchObject({ url: link.url, last: { type: "LinkVisited" }, request: undefined });
    expect(messages).toBeLessThanOrEqual(LOOK_BACK_EVENTS + 2);
  });

  test("then a check asks for its page", async () => {
    const { journal, fetcher, now } = world.deps;
    const check = checkLink({ journal, fetcher, now, missed: await openMissedPages(world.bus) });
    const { userId, linkId } = link;
    expect(await check({ userId, linkId })).toBe("done");
    expect(world.requests).toEqual(["HEAD /page"]);
  });

  test("then its page is refetched for the operator", async () => {
    const { userId, linkId } = link;
    const requestedAt = new Date(Date.now() + 1000);
    expect(await refetchPage(world.deps)({ userId, linkId, requestedAt })).toBe("done");
    expect((await link.pageEvents()).map(({ type }) => type)).toEqual(["PageDescribed", "PageFoundUnchanged"]);
  });

  test("when it is deleted and restored, then its page is looked at, since nobody knows whether it was asked for", async () => {
    await link.happens("LinkDeleted");
    expect(await requestedLink(world.journal, link)).toBeUndefined();
    expect(await describeLink(world.deps)(await link.happens("LinkRestored"))).toBe("done");
    expect((await link.pageEvents()).at(-1)?.type).toBe("PageFoundUnchanged");
    expect(await requestedLink(world.journal, link)).toMatchObject({ url: link.url });
  });
});

describe("given a page of which the same was recorded very often", () => {
  beforeAll(async () => {
    link = await newLink(world, "/page");
    await describeLink(world.deps)(await link.happens("LinkSaved"));
  });

  test("when it was unchanged all the time, then no more is read than is looked through, and it is described once more", async () => {
    await often("enrichment", "PageFoundUnchanged", { url: link.url, attempts: 1 });
    const { result, messages } = await received(() => describedLast(world.journal, link));
    expect(result).toBeUndefined();
    // The newest, and those that are looked through.
    expect(messages).toBe(1 + LOOK_BACK_EVENTS);

    await describeLink(world.deps)(await link.happens("LinkRefreshRequested"));
    expect((await world.journal.last(aggregateSubject(link.userId, "enrichment", link.linkId)))?.type).toBe(
      "PageDescribed",
    );
    expect(await describedLast(world.journal, link)).toMatchObject({ page: { title: "A page" } });
  });

  test("when checks found it otherwise all the time, then no more is read than is looked through", async () => {
    await often("enrichment", "PageHealthChanged", { url: link.url, health: "fine" });
    const { result, messages } = await received(() => pageStateOf(world.journal, link));
    expect(result).toMatchObject({ sequence: expect.any(Number), last: undefined });
    expect(messages).toBe(LOOK_BACK_EVENTS + 1);
  });
});
