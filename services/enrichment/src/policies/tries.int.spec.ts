import { randomUUID } from "node:crypto";
import { aggregateSubject } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { html, newLink, describingWorld, status, type TestLink } from "../../test/describing.ts";
import { createExtractor, type Extractor } from "../reading/extractor.ts";
import type { PageFetcher } from "../fetching/fetch-result.ts";
import { LOST_RACE_MS, NO_WORKER_MS } from "../limits.ts";
import { describeLink, giveUp } from "./describe-link.ts";

const MINUTE = 60_000;
const world = await describingWorld();
const describeOnce = describeLink(world.deps);
/** A check finds a link's page gone. */
async function tellHealth({ userId, linkId, url }: TestLink): Promise<void> {
  const subject = aggregateSubject(userId, "enrichment", linkId);
  const expected = (await world.journal.last(subject))?.sequence ?? 0;
  const event = { id: randomUUID(), type: "PageHealthChanged", data: { url, health: "gone" } };
  await world.journal.append({ subject, event, expected });
}
const timingOut: Pick<Extractor, "extract"> = {
  extract: async () => ({ failed: "timeout", detail: "it took over 5000 ms of processor time" }),
};
const failingTls: PageFetcher = {
  fetchPage: async () => ({ ok: false, reason: "tls-failed", detail: "no handshake", retryable: false, redirects: [] }),
  close: async () => {},
};
const inFuture = (milliseconds: number): string => new Date(world.clock + milliseconds).toISOString();

describe("given a page that is busy", () => {
  test("when it is tried, then the try is recorded, with its reason and when the next one is", async () => {
    world.pages.set("/busy-page", status(503));
    const link = await newLink(world, "/busy-page");
    expect(await describeOnce(await link.happens("LinkSaved"))).toEqual({ retryIn: MINUTE });
    expect(await link.pageEvents()).toEqual([
      {
        type: "PageFetchFailed",
        data: {
          url: link.url,
          attempts: 1,
          reason: "http-status",
          httpStatus: 503,
          nextTryAt: inFuture(MINUTE),
          urlTitle: "Busy page",
        },
      },
    ]);
  });

  test("when it stays so, then it is tried after 1 minute, 10 minutes, 2 hours and a day, and then given up", async () => {
    world.pages.set("/busy", status(503));
    const link = await newLink(world, "/busy");
    const saved = await link.happens("LinkSaved");
    const pauses: unknown[] = [];
    for (let handling = await describeOnce(saved); handling !== "done"; handling = await describeOnce(saved)) {
      if (!("retryIn" in handling)) throw new Error("it was deferred");
      pauses.push(handling.retryIn / MINUTE);
      world.clock += handling.retryIn;
    }
    expect(pauses).toEqual([1, 10, 120, 1440]);
    const recorded = await link.pageEvents();
    expect(recorded.map(({ type, data }) => `${type} ${String(data.attempts)}`)).toEqual([
      "PageFetchFailed 1",
      "PageFetchFailed 2",
      "PageFetchFailed 3",
      "PageFetchFailed 4",
      "PageUnreachable 5",
    ]);
    expect(world.requests).toHaveLength(5);
    // And that was the last word.
    expect(await describeOnce(saved)).toBe("done");
    expect(world.requests).toHaveLength(5);
  });

  test("when the event comes too early, as after a restart, then the page is left alone until its time", async () => {
    world.pages.set("/busy", status(503));
    const link = await newLink(world, "/busy");
    const saved = await link.happens("LinkSaved");
    await describeOnce(saved);
    world.clock += MINUTE / 3;
    expect(await describeOnce(saved)).toEqual({ deferFor: MINUTE - MINUTE / 3 });
    expect(world.requests).toHaveLength(1);
    expect(await link.pageEvents()).toHaveLength(1);
  });

  test("when it says after which time to come back, then nobody comes before", async () => {
    world.pages.set("/busy", status(429, { "retry-after": "3600" }));
    const link = await newLink(world, "/busy");
    expect(await describeOnce(await link.happens("LinkSaved"))).toEqual({ retryIn: 60 * MINUTE });
    expect((await link.pageEvents())[0]?.data).toMatchObject({ nextTryAt: inFuture(60 * MINUTE) });
  });

  test("when it is there the next time, then it is described, and how many tries it took is recorded", async () => {
    world.pages.set("/busy", status(503));
    const link = await newLink(world, "/busy");
    const saved = await link.happens("LinkSaved");
    await describeOnce(saved);
    world.pages.set("/busy", html("Here I am"));
    world.clock += MINUTE;
    expect(await describeOnce(saved)).toBe("done");
    expect((await link.pageEvents())[1]).toMatchObject({
      type: "PageDescribed",
      data: { attempts: 2, page: { title: "Here I am" } },
    });
  });

  test("when its owner asks for it meanwhile, then it is tried at once, and the waiting try has nothing left to do", async () => {
    world.pages.set("/busy", status(503));
    const link = await newLink(world, "/busy");
    const saved = await link.happens("LinkSaved");
    await describeOnce(saved);
    world.pages.set("/busy", html("Here I am"));
    expect(await describeOnce(await link.happens("LinkRefreshRequested"))).toBe("done");
    world.clock += MINUTE;
    expect(await describeOnce(saved)).toBe("done");
    expect((await link.pageEvents()).map(({ type, data }) => `${type} ${String(data.attempts)}`)).toEqual([
      "PageFetchFailed 1",
      "PageDescribed 1",
    ]);
    expect(world.requests).toHaveLength(2);
  });

  test("when a check tells of it meanwhile, then the tries go on where they were", async () => {
    world.pages.set("/busy", status(503));
    const link = await newLink(world, "/busy");
    const saved = await link.happens("LinkSaved");
    await describeOnce(saved);
    await tellHealth(link);
    world.clock += MINUTE;
    expect(await describeOnce(saved)).toEqual({ retryIn: 10 * MINUTE });
    expect((await link.pageEvents()).at(-1)).toMatchObject({ type: "PageFetchFailed", data: { attempts: 2 } });
  });
});

describe("given a link that is deleted before its page was had", () => {
  test("then nobody asks for the page any more, until the link is restored", async () => {
    world.pages.set("/busy", status(503));
    const link = await newLink(world, "/busy");
    const saved = await link.happens("LinkSaved");
    await describeOnce(saved);
    await link.happens("LinkDeleted");
    world.clock += MINUTE;
    expect(await describeOnce(saved)).toBe("done");
    expect(world.requests).toHaveLength(1);

    world.pages.set("/busy", html("Here I am"));
    expect(await describeOnce(await link.happens("LinkRestored"))).toBe("done");
    expect((await link.pageEvents()).map(({ type, data }) => `${type} ${String(data.attempts)}`)).toEqual([
      "PageFetchFailed 1",
      "PageDescribed 2",
    ]);
  });

  test("then one that had been described is not described again when it is restored, or saved again", async () => {
    world.pages.set("/page", html("A page"));
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    await link.happens("LinkDeleted");
    await describeOnce(await link.happens("LinkRestored"));
    await describeOnce(await link.happens("LinkSavedAgain", { url: link.url, origin: { kind: "page" } }));
    expect(world.requests).toEqual(["GET /page"]);
  });
});

test("given no process that could read a page, when it was fetched, then that is no try, and it is described later", async () => {
  world.pages.set("/page", html("A page"));
  const link = await newLink(world, "/page");
  const saved = await link.happens("LinkSaved");
  const extractor = createExtractor({ workers: 1 });
  await extractor.close();

  expect(await describeLink({ ...world.deps, extractor })(saved)).toEqual({ deferFor: NO_WORKER_MS });
  expect(await describeOnce(saved)).toBe("done");

  expect(await link.pageEvents()).toMatchObject([
    { type: "PageDescribed", data: { attempts: 1, page: { title: "A page" } } },
  ]);
});

describe.each([
  ["takes too much processor time", "unreadable-timeout", { extractor: timingOut }],
  ["can't be had because TLS fails", "tls-failed", { fetcher: failingTls }],
])("given a page that %s", (_, reason, parts) => {
  test("when it stays so, then it is tried three times, since it may be a busy machine's fault", async () => {
    world.pages.set("/page", html("A page"));
    const link = await newLink(world, "/page");
    const saved = await link.happens("LinkSaved");
    const describeSo = describeLink({ ...world.deps, ...parts });
    for (let handling = await describeSo(saved); handling !== "done"; handling = await describeSo(saved)) {
      if ("retryIn" in handling) world.clock += handling.retryIn;
    }
    expect(await link.pageEvents()).toMatchObject([
      { type: "PageFetchFailed", data: { attempts: 1, reason } },
      { type: "PageFetchFailed", data: { attempts: 2, reason } },
      { type: "PageUnreachable", data: { attempts: 3, reason } },
    ]);
  });

  test("when it can be read the next time, then it is described", async () => {
    world.pages.set("/page", html("A page"));
    const link = await newLink(world, "/page");
    const saved = await link.happens("LinkSaved");
    await describeLink({ ...world.deps, ...parts })(saved);
    world.clock += MINUTE;
    expect(await describeOnce(saved)).toBe("done");
    expect((await link.pageEvents()).at(-1)).toMatchObject({ type: "PageDescribed", data: { attempts: 2 } });
  });
});

test("given a user who is erased while their page is fetched, then nothing is recorded of it", async () => {
  const link = await newLink(world, "/page");
  world.pages.set("/page", (response, request) => {
    const subject = aggregateSubject(link.userId, "identity");
    const event = { id: randomUUID(), type: "UserErased", data: {} };
    void world.journal.append({ subject, event, expected: 0 }).then(() => html("A page")(response, request));
  });
  expect(await describeOnce(await link.happens("LinkSaved"))).toBe("done");
  expect(await link.pageEvents()).toEqual([]);
});

test("given another word about a page while it is fetched, then that is looked at, and the page is asked for again", async () => {
  const link = await newLink(world, "/page");
  const saved = await link.happens("LinkSaved");
  world.pages.set("/page", (response, request) => {
    world.pages.set("/page", html("A page"));
    void tellHealth(link).then(() => html("A page")(response, request));
  });
  expect(await describeOnce(saved)).toEqual({ deferFor: expect.any(Number) });
  expect(await describeOnce(saved)).toBe("done");
  expect((await link.pageEvents()).map(({ type }) => type)).toEqual(["PageHealthChanged", "PageDescribed"]);
});

test("given an event that two workers have at the same time, then its page is described once", async () => {
  world.pages.set("/page", html("A page"));
  const link = await newLink(world, "/page");
  const saved = await link.happens("LinkSaved");
  await Promise.all([describeOnce(saved), describeOnce(saved)]);
  expect(await link.pageEvents()).toHaveLength(1);
});

test("given work that fails in a way that nobody foresaw, when the link is given up, then that is recorded once", async () => {
  const link = await newLink(world, "/page");
  const saved = await link.happens("LinkSaved");
  await giveUp(world.deps)(saved);
  await giveUp(world.deps)(saved);
  expect(await link.pageEvents()).toEqual([
    { type: "PageUnreachable", data: { url: link.url, attempts: 1, reason: "gave-up" } },
  ]);
});

test("given the journal is asked where the link's event has not arrived yet, when its page is due, then it waits and is not forgotten", async () => {
  world.pages.set("/early", html("<title>Early</title>"));
  const link = await newLink(world, "/early");
  const saved = await link.happens("LinkSaved");

  expect(await describeOnce({ ...saved, sequence: saved.sequence + 1 })).toEqual({ deferFor: LOST_RACE_MS });
  expect(await link.pageEvents()).toEqual([]);

  expect(await describeOnce(saved)).toBe("done");
  expect(await link.pageEvents()).toMatchObject([{ type: "PageDescribed" }]);
});
