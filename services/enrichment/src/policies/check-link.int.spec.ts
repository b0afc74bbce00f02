import { GONE_APART_SECONDS } from "@satchel/contracts";
import { eraseSubjects, openPageJobs } from "@satchel/chassis";
import { describe, expect, test } from "vitest";
import { html, newLink, describingWorld, status, type TestLink } from "../../test/describing.ts";
import { describeLink } from "./describe-link.ts";
import { checkLink, openMissedPages } from "./check-link.ts";

const APART = GONE_APART_SECONDS * 1000;
const world = await describingWorld();
const missed = await openMissedPages(world.bus);
const { journal, fetcher, now } = world.deps;
const checkOnce = checkLink({ journal, fetcher, missed, now });
const check = ({ userId, linkId }: TestLink) => checkOnce({ userId, linkId });

/** A link whose page was there when it was saved. */
async function describedLink(path = "/page"): Promise<TestLink> {
  world.pages.set(path, html("A page"));
  const link = await newLink(world, path);
  await describeLink(world.deps)(await link.happens("LinkSaved"));
  world.requests.length = 0;
  return link;
}

/** What checks found, in order. */
const findings = async (link: TestLink) =>
  (await link.pageEvents()).filter(({ type }) => type === "PageHealthChanged").map(({ data }) => data);

describe("given a page that is still there", () => {
  test("when it is checked, then only its header is asked for, and nothing is recorded", async () => {
    const link = await describedLink();
    expect(await check(link)).toBe("done");
    expect(world.requests).toEqual(["HEAD /page"]);
    expect(await link.pageEvents()).toHaveLength(1);
  });

  test.each([404, 405, 500, 501])(
    "when its server answers %i to that, then it is asked as by a reader",
    async (code) => {
      const link = await describedLink();
      world.pages.set("/page", (response, request) =>
        (request.method === "HEAD" ? status(code) : html("A page"))(response, request),
      );
      expect(await check(link)).toBe("done");
      expect(world.requests).toEqual(["HEAD /page", "GET /page"]);
      expect(await findings(link)).toEqual([]);
    },
  );

  test("when it is a large film, then none of it is fetched", async () => {
    const link = await describedLink();
    let sent = 0;
    world.pages.set("/page", (response, request) => {
      if (request.method === "HEAD") return void response.writeHead(405).end();
      response.writeHead(200, { "content-type": "video/mp4" });
      const more = (): void => {
        sent += 65_536;
        if (sent < 50_000_000 && response.write(Buffer.alloc(65_536))) setImmediate(more);
      };
      more();
    });
    expect(await check(link)).toBe("done");
    expect(sent).toBeLessThan(20_000_000);
    expect(await findings(link)).toEqual([]);
  });
});

describe("given a page that is gone", () => {
  test.each([404, 410])(
    "when two checks a day apart are answered %i, then that is recorded, and not after one",
    async (code) => {
      const link = await describedLink();
      world.pages.set("/page", status(code));
      expect(await check(link)).toEqual({ retryIn: APART });
      expect(await findings(link)).toEqual([]);

      world.clock += APART;
      expect(await check(link)).toBe("done");
      const gone = { url: link.url, health: "gone", reason: "http-status", httpStatus: code };
      expect(await findings(link)).toEqual([gone]);
      // The next week it is found so again, which is nothing new.
      world.clock += 7 * APART;
      await check(link);
      world.clock += APART;
      await check(link);
      expect(await findings(link)).toEqual([gone]);
    },
  );

  test("when the second check comes too early, then nothing is recorded yet", async () => {
    const link = await describedLink();
    world.pages.set("/page", status(404));
    await check(link);
    world.clock += APART - 60_000;
    expect(await check(link)).toEqual({ retryIn: 60_000 });
    expect(await findings(link)).toEqual([]);
  });

  test("when it is there at the second check, then it starts over", async () => {
    const link = await describedLink();
    world.pages.set("/page", status(404));
    await check(link);
    world.pages.set("/page", html("Back"));
    world.clock += APART;
    expect(await check(link)).toBe("done");
    world.pages.set("/page", status(404));
    world.clock += APART;
    expect(await check(link)).toEqual({ retryIn: APART });
    expect(await findings(link)).toEqual([]);
  });

  test("when it comes back later, then that is recorded", async () => {
    const link = await describedLink();
    world.pages.set("/page", status(404));
    await check(link);
    world.clock += APART;
    await check(link);
    world.pages.set("/page", html("Back"));
    expect(await check(link)).toBe("done");
    expect((await findings(link)).map(({ health }) => health)).toEqual(["gone", "fine"]);
  });
});

test("given a link that never could be described, when its page is gone twice, then that is recorded", async () => {
  const link = await newLink(world, "/nothing");
  await describeLink(world.deps)(await link.happens("LinkSaved"));
  await check(link);
  world.clock += APART;
  await check(link);
  expect((await findings(link)).map(({ health }) => health)).toEqual(["gone"]);
});

test.each([401, 403, 429, 500, 503])(
  "given a server that answers %i, when it is checked twice, then nothing is recorded",
  async (code) => {
    const link = await describedLink();
    world.pages.set("/page", status(code));
    expect(await check(link)).toBe("done");
    world.clock += APART;
    expect(await check(link)).toBe("done");
    expect(await findings(link)).toEqual([]);
  },
);

describe("given a page that has moved", () => {
  test("when its server says for good, then the new address is recorded, and once", async () => {
    const link = await describedLink("/2019/an-article");
    world.pages.set("/2019/an-article", status(301, { location: "/writing/an-article" }));
    world.pages.set("/writing/an-article", html("A page"));
    await check(link);
    await check(link);
    expect(await findings(link)).toEqual([
      { url: link.url, health: "moved", newUrl: `http://${world.host}/writing/an-article` },
    ]);
  });

  test("when its server says for now, then nothing is recorded", async () => {
    const link = await describedLink("/2019/an-article");
    world.pages.set("/2019/an-article", status(302, { location: "/writing/an-article" }));
    world.pages.set("/writing/an-article", html("A page"));
    await check(link);
    expect(await findings(link)).toEqual([]);
  });

  test("when it leads within, then no new address is recorded", async () => {
    const link = await describedLink("/2019/an-article");
    world.pages.set("/2019/an-article", status(301, { location: "http://169.254.169.254/latest" }));
    await check(link);
    expect(await findings(link)).toEqual([]);
  });
});

test("given a link that was deleted, when it is to be checked, then nobody asks for it", async () => {
  const link = await describedLink();
  await link.happens("LinkDeleted");
  expect(await check(link)).toBe("done");
  expect(world.requests).toEqual([]);
});

test("given a user who is erased, then nothing is left of what was missed and what waits", async () => {
  const link = await describedLink();
  world.pages.set("/page", status(404));
  await check(link);
  const jobs = await openPageJobs(world.bus);
  await jobs.submit({ kind: "check", ...link });
  await eraseSubjects(world.bus, link.userId);
  expect(await missed.get(link.userId, link.linkId)).toBeUndefined();
  // The queue would not take what waits in it.
  expect(await jobs.submit({ kind: "check", ...link })).toBe(true);
});
