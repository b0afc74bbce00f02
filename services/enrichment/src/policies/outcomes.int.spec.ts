import { randomUUID } from "node:crypto";
import { aggregateSubject } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { type Answer, html, newLink, describingWorld, status, type TestLink } from "../../test/describing.ts";
import { refetchPage } from "./refetch-page.ts";
import { describeLink } from "./describe-link.ts";

const world = await describingWorld();
const describeOnce = describeLink(world.deps);

/** What is recorded last of a link's page. */
const lastRecorded = async (link: TestLink) => (await link.pageEvents()).at(-1);

async function saved(path: string): Promise<TestLink> {
  const link = await newLink(world, path);
  await describeOnce(await link.happens("LinkSaved"));
  return link;
}

describe("given a described link, when its owner asks for a refetch", () => {
  const refresh = async (link: TestLink) => describeOnce(await link.happens("LinkRefreshRequested"));

  /** Answers 304 to whoever has this version. */
  const versioned =
    (title: string, etag: string): Answer =>
    (response, request) =>
      (request.headers["if-none-match"] === etag ? status(304) : html(title, { etag }))(response, request);

  test("then a page that has not changed is not sent again", async () => {
    world.pages.set("/page", versioned("Old", '"v1"'));
    const link = await saved("/page");
    expect(await refresh(link)).toBe("done");
    expect(await lastRecorded(link)).toEqual({ type: "PageFoundUnchanged", data: { url: link.url, attempts: 1 } });
    // And the next time again, by what was recorded when it was described.
    await refresh(link);
    expect((await link.pageEvents()).map(({ type }) => type)).toEqual([
      "PageDescribed",
      "PageFoundUnchanged",
      "PageFoundUnchanged",
    ]);
  });

  test("then a page that has changed is described as it is now", async () => {
    world.pages.set("/page", versioned("Old", '"v1"'));
    const link = await saved("/page");
    world.pages.set("/page", versioned("New", '"v2"'));
    await refresh(link);
    expect(await lastRecorded(link)).toMatchObject({ type: "PageDescribed", data: { page: { title: "New" } } });
  });

  test("then a page that was read by older rules is read again, changed or not", async () => {
    world.pages.set("/page", versioned("A page", '"v1"'));
    const link = await newLink(world, "/page");
    const saved = await link.happens("LinkSaved");
    const data = { url: link.url, finalUrl: link.url, attempts: 1, page: { tags: [] }, validators: { etag: '"v1"' } };
    await world.journal.append({
      subject: aggregateSubject(link.userId, "enrichment", link.linkId),
      event: { id: randomUUID(), type: "PageDescribed", data },
      expected: 0,
    });
    expect(await describeOnce(saved)).toBe("done");
    await refresh(link);
    expect(await lastRecorded(link)).toMatchObject({ type: "PageDescribed", data: { page: { title: "A page" } } });
  });

  test("then a page that is gone is recorded, once", async () => {
    world.pages.set("/page", html("A page"));
    const link = await saved("/page");
    world.pages.delete("/page");
    expect(await refresh(link)).toBe("done");
    expect(await lastRecorded(link)).toMatchObject({ type: "PageUnreachable", data: { httpStatus: 404, attempts: 1 } });
  });
});

describe("given the operator has pages refetched", () => {
  const again = (link: TestLink, requestedAt = new Date(Date.now() + 1)) =>
    refetchPage(world.deps)({ userId: link.userId, linkId: link.linkId, requestedAt });

  test("then one that could not be had is described, without any action of its owner", async () => {
    const link = await saved("/page");
    expect(await lastRecorded(link)).toMatchObject({ type: "PageUnreachable" });
    world.pages.set("/page", html("Back again"));
    expect(await again(link)).toBe("done");
    expect(await lastRecorded(link)).toMatchObject({ type: "PageDescribed", data: { page: { title: "Back again" } } });
  });

  test("then one that is busy is tried again as any other", async () => {
    const link = await saved("/page");
    world.pages.set("/page", status(503));
    expect(await again(link)).toEqual({ retryIn: 60_000 });
    expect(await lastRecorded(link)).toMatchObject({ type: "PageFetchFailed", data: { attempts: 1 } });
  });

  test("then one that was described since is left alone, and so is one that was deleted", async () => {
    world.pages.set("/page", html("A page"));
    const link = await saved("/page");
    await again(link, new Date(Date.now() - 60_000));
    await link.happens("LinkDeleted");
    await again(link);
    expect(await link.pageEvents()).toHaveLength(1);
    expect(world.requests).toEqual(["GET /page"]);
  });
});

describe("given something stands before a page", () => {
  test("then a check for robots is never its title, and it is tried again", async () => {
    world.pages.set("/a-good-story", (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<title>Just a moment...</title><p>Checking"),
    );
    const link = await newLink(world, "/a-good-story");
    expect(await describeOnce(await link.happens("LinkSaved"))).toEqual({ retryIn: 60_000 });
    expect(await link.pageEvents()).toEqual([
      {
        type: "PageFetchFailed",
        data: expect.objectContaining({ reason: "wall-bot-check", urlTitle: "A good story", attempts: 1 }),
      },
    ]);
  });

  test("then a page to sign in on is never its title nor where it leads, and nobody tries again", async () => {
    world.pages.set("/my-letters", status(302, { location: "/login?next=/my-letters" }));
    world.pages.set("/login?next=/my-letters", html("Sign in"));
    const link = await newLink(world, "/my-letters");
    expect(await describeOnce(await link.happens("LinkSaved"))).toBe("done");
    const [recorded, ...more] = await link.pageEvents();
    expect(more).toEqual([]);
    expect(recorded).toMatchObject({ type: "PageUnreachable", data: { reason: "wall-login", urlTitle: "My letters" } });
    expect(recorded?.data).not.toHaveProperty("finalUrl");
  });
});

describe("given a server that refuses a page", () => {
  const refusing =
    (code: number, head: string): Answer =>
    (response) =>
      response
        .writeHead(code, { "content-type": "text/html", etag: '"refusal"' })
        .end(`<html lang="en"><head>${head}</head><body><p>Subscribe to read on.`);

  test("then what it says of the page describes it", async () => {
    world.pages.set("/r?id=1", status(302, { location: "/story" }));
    world.pages.set(
      "/story",
      refusing(403, '<title>Low water - Paper</title><meta property="og:title" content="Low water">'),
    );
    const link = await saved("/r?id=1");
    const recorded = await lastRecorded(link);
    expect(recorded).toMatchObject({
      type: "PageDescribed",
      data: { finalUrl: `http://${world.host}/story`, page: { title: "Low water" } },
    });
    // The refusal's version says nothing of the page's.
    expect(recorded?.data).not.toHaveProperty("validators");
  });

  test("then a page with it that is a bare error describes nothing", async () => {
    world.pages.set("/low-water", refusing(403, "<title>403 Forbidden</title>"));
    expect(await lastRecorded(await saved("/low-water"))).toMatchObject({
      type: "PageUnreachable",
      data: { reason: "http-status", httpStatus: 403, urlTitle: "Low water" },
    });
  });
});

describe("given a page that sends its readers on", () => {
  test("then where it leads is described, by a refresh in the page too", async () => {
    world.pages.set("/short", (response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<head><meta http-equiv="refresh" content="0;URL=/the-article"><title>Redirecting'),
    );
    world.pages.set("/the-article", html("The article"));
    const link = await saved("/short");
    expect(await lastRecorded(link)).toMatchObject({
      type: "PageDescribed",
      data: { finalUrl: `http://${world.host}/the-article`, page: { title: "The article" } },
    });
  });
});

describe("given a link that leads elsewhere", () => {
  test("then where it led is recorded with the page", async () => {
    world.pages.set("/AbC", status(301, { location: "/the-article" }));
    world.pages.set("/the-article", html("The article"));
    const link = await saved("/AbC");
    expect(await lastRecorded(link)).toMatchObject({
      type: "PageDescribed",
      data: { url: link.url, finalUrl: `http://${world.host}/the-article` },
    });
  });

  test("then where it led is recorded although the page can't be had, and its words are the title", async () => {
    world.pages.set("/AbC", status(301, { location: "/the-article" }));
    world.pages.set("/the-article", status(403));
    const link = await saved("/AbC");
    expect(await lastRecorded(link)).toMatchObject({
      type: "PageUnreachable",
      data: { httpStatus: 403, finalUrl: `http://${world.host}/the-article`, urlTitle: "The article" },
    });
  });

  test("then an address within is neither asked nor recorded", async () => {
    world.pages.set("/AbC", status(302, { location: "http://169.254.169.254/latest/meta-data" }));
    const link = await saved("/AbC");
    const recorded = await lastRecorded(link);
    expect(recorded).toMatchObject({ type: "PageUnreachable", data: { reason: "blocked-address" } });
    expect(JSON.stringify(recorded)).not.toContain("169.254");
  });
});
