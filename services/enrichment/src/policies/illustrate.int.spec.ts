import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { openPictures } from "@satchel/chassis";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { type Answer, newLink, describingWorld, status, type TestLink } from "../../test/describing.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";
import { NOT_DESCRIBED_YET_MS, PICTURES_RETRY_MS, UNANSWERED_PICTURES_MS } from "../limits.ts";
import { describeLink } from "./describe-link.ts";
import { illustrate } from "./illustrate.ts";
import { describedLast } from "../store/page-history.ts";

const world = await describingWorld();
const pictures = await openPictures(world.bus);
const describeOnce = describeLink(world.deps);

const picture =
  (side = 300): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "image/png" }).end(pngOf(quarters(side, side)));
const pageWith =
  (...images: string[]): Answer =>
  (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>A page</title>${images.map((at) => `<meta property="og:image" content="${at}">`).join("")}`);

/** Works off what was submitted last. */
async function illustrateLast({ userId, linkId }: TestLink, requestedAt = new Date(world.clock)) {
  return illustrate({ ...world.deps, now: () => world.clock })({
    kind: "pictures",
    userId,
    linkId,
    requestedAt,
    details: world.pictureJobs.at(-1),
  });
}
const types = async (link: TestLink) => (await link.pageEvents()).map(({ type }) => type);

describe("given a page with pictures is described", () => {
  test("then its card is there before a picture was asked for, and its pictures follow", async () => {
    world.pages.set("/page", pageWith("/picture.png"));
    world.pages.set("/picture.png", picture());
    const link = await newLink(world, "/page");
    expect(await describeOnce(await link.happens("LinkSaved"))).toBe("done");
    expect(world.requests).toEqual(["GET /page"]);
    expect(await link.pageEvents()).toMatchObject([{ type: "PageDescribed", data: { page: { title: "A page" } } }]);

    expect(await illustrateLast(link)).toBe("done");
    const [, illustrated, ...more] = await link.pageEvents();
    expect(more).toEqual([]);
    expect(illustrated).toEqual({
      type: "PageIllustrated",
      data: { url: link.url, previewKey: expect.any(String), faviconKey: null },
    });
    expect(await pictures.get(String(illustrated?.data["previewKey"]), "small")).toBeDefined();
  });

  test("when the job is done twice, as after a worker was killed, then it is recorded once", async () => {
    world.pages.set("/page", pageWith("/picture.png"));
    world.pages.set("/picture.png", picture());
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    await illustrateLast(link);
    await illustrateLast(link);
    expect(await types(link)).toEqual(["PageDescribed", "PageIllustrated"]);
  });

  test("when none of its pictures can be had, then there is nothing to tell", async () => {
    world.pages.set("/page", pageWith("/none.png"));
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    expect(await illustrateLast(link)).toBe("done");
    expect(await types(link)).toEqual(["PageDescribed"]);
  });

  test("when its picture is busy, then it is asked for again, five times in all, and the icon is shown meanwhile", async () => {
    world.pages.set("/page", (response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<title>A page</title><link rel="icon" href="/icon.png"><meta property="og:image" content="/busy.png">'),
    );
    world.pages.set("/icon.png", picture(32));
    world.pages.set("/busy.png", status(503));
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    const submitted = world.clock;
    const pauses: number[] = [];
    for (let tries = 0; tries < 10; tries++) {
      const handling = await illustrateLast(link, new Date(submitted));
      if (handling === "done") break;
      if (!("retryIn" in handling)) throw new Error("it was deferred");
      pauses.push(handling.retryIn / 60_000);
      world.clock += handling.retryIn;
    }
    expect(pauses).toEqual([2, 2, 4, 8]);
    expect(await link.pageEvents()).toEqual([
      expect.objectContaining({ type: "PageDescribed" }),
      { type: "PageIllustrated", data: { url: link.url, faviconKey: expect.any(String) } },
    ]);
  });

  test("when its picture was busy and is there the next time, then it is shown", async () => {
    world.pages.set("/page", pageWith("/picture.png"));
    world.pages.set("/picture.png", status(503));
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    expect(await illustrateLast(link)).toEqual({ retryIn: PICTURES_RETRY_MS });
    world.pages.set("/picture.png", picture());
    expect(await illustrateLast(link)).toBe("done");
    expect((await link.pageEvents()).at(-1)).toMatchObject({
      type: "PageIllustrated",
      data: { previewKey: expect.any(String) },
    });
  });

  test("when its link is deleted before, then no picture is asked for", async () => {
    world.pages.set("/page", pageWith("/picture.png"));
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    await link.happens("LinkDeleted");
    expect(await illustrateLast(link)).toBe("done");
    expect(world.requests).toEqual(["GET /page"]);
  });

  test("when the job comes a moment before the description is stored, then it is done without being deferred", async () => {
    world.pages.set("/page", pageWith("/picture.png"));
    world.pages.set("/picture.png", picture());
    const link = await newLink(world, "/page");
    let done: ReturnType<typeof illustrateLast> | undefined;
    const submitPictures: typeof world.deps.submitPictures = async (to, details) => {
      await world.deps.submitPictures(to, details);
      done = illustrateLast(link);
      await delay(NOT_DESCRIBED_YET_MS / 4);
    };
    await describeLink({ ...world.deps, submitPictures })(await link.happens("LinkSaved"));
    expect(await done).toBe("done");
    expect(await types(link)).toEqual(["PageDescribed", "PageIllustrated"]);
  });

  test("when it is described for another request in the same moment, then it has its pictures", async () => {
    world.pages.set("/page", pageWith("/picture.png"));
    world.pages.set("/picture.png", picture());
    const link = await newLink(world, "/page");
    const requests = [await link.happens("LinkSaved"), await link.happens("LinkRefreshRequested")];
    let submitted = 0;
    const submitPictures: typeof world.deps.submitPictures = async (to, details) => {
      await world.deps.submitPictures(to, details);
      // The first one is recorded after the second one's job has replaced its own.
      const isFirst = ++submitted === 1;
      await eventually(async () => expect(isFirst ? submitted > 1 : (await types(link)).length > 0).toBe(true));
    };
    const describeBoth = describeLink({ ...world.deps, submitPictures });
    const results = await Promise.all(requests.map(describeBoth));
    for (const [n, request] of requests.entries())
      if (results[n] !== "done") expect(await describeBoth(request)).toBe("done");

    expect(await illustrateLast(link)).toBe("done");
    expect((await describedLast(world.journal, link))?.previewKey).toEqual(expect.any(String));
  });

  test("when the job comes before the description is stored, then it waits for that, and not without end", async () => {
    const link = await newLink(world, "/page");
    const addresses = { pageUrl: link.url, icons: [] };
    world.pictureJobs.push({ eventId: randomUUID(), url: link.url, addresses });
    expect(await illustrateLast(link)).toEqual({ deferFor: NOT_DESCRIBED_YET_MS });
    expect(await illustrateLast(link, new Date(world.clock - UNANSWERED_PICTURES_MS))).toBe("done");
  });
});

describe("given a page that is described again", () => {
  async function described(images: string[]) {
    world.pages.set("/page", pageWith(...images));
    world.pages.set("/picture.png", picture());
    const link = await newLink(world, "/page");
    await describeOnce(await link.happens("LinkSaved"));
    await illustrateLast(link);
    return link;
  }

  test("then the pictures that it had are shown until it has others", async () => {
    const link = await described(["/picture.png"]);
    const before = await describedLast(world.journal, link);
    world.pages.set("/page", pageWith("/other.png"));
    world.pages.set("/other.png", picture(400));
    await describeOnce(await link.happens("LinkRefreshRequested"));
    expect((await link.pageEvents()).at(-1)).toMatchObject({
      type: "PageDescribed",
      data: { previewKey: before?.previewKey },
    });
    await illustrateLast(link);
    const after = await describedLast(world.journal, link);
    expect(after?.previewKey).toEqual(expect.any(String));
    expect(after?.previewKey).not.toBe(before?.previewKey);
  });

  test("then a picture that is busy stays as it was", async () => {
    const link = await described(["/picture.png"]);
    const before = await describedLast(world.journal, link);
    world.pages.set("/picture.png", status(503));
    await describeOnce(await link.happens("LinkRefreshRequested"));
    expect(await illustrateLast(link)).toEqual({ retryIn: PICTURES_RETRY_MS });
    expect(before?.previewKey).toEqual(expect.any(String));
    expect((await describedLast(world.journal, link))?.previewKey).toBe(before?.previewKey);
  });

  test("then pictures that can't be had any more go, and an older job changes nothing", async () => {
    const link = await described(["/picture.png"]);
    const [older] = world.pictureJobs;
    world.pages.set("/page", pageWith("/none.png"));
    await describeOnce(await link.happens("LinkRefreshRequested"));
    await illustrateLast(link);
    expect((await link.pageEvents()).at(-1)).toMatchObject({ type: "PageIllustrated", data: { previewKey: null } });
    world.pictureJobs.push(older as (typeof world.pictureJobs)[number]);
    await illustrateLast(link, new Date(world.clock - UNANSWERED_PICTURES_MS));
    expect((await describedLast(world.journal, link))?.previewKey).toBeUndefined();
  });
});

test("given a wall before a page, then the icon of the site is kept, and the preview that was there before stays", async () => {
  world.pages.set("/page", (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end('<title>Just a moment...</title><link rel="icon" href="/icon.png">'),
  );
  world.pages.set("/icon.png", picture(32));
  const link = await newLink(world, "/page");
  await describeOnce(await link.happens("LinkSaved"));
  await illustrateLast(link);
  const [failed, illustrated] = await link.pageEvents();
  expect(failed).toMatchObject({ type: "PageFetchFailed", data: { reason: "wall-bot-check" } });
  expect(illustrated).toEqual({
    type: "PageIllustrated",
    data: { url: link.url, faviconKey: expect.any(String) },
  });
});
