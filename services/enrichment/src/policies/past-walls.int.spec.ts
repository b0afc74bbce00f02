import { describe, expect, test } from "vitest";
import { type Answer, newLink, describingWorld, status } from "../../test/describing.ts";
import { describeLink } from "./describe-link.ts";

const world = await describingWorld();
const describeOnce = describeLink(world.deps);

/** A request for consent that names the page's oEmbed description, and has an icon of its own. */
const wall: Answer = (response) =>
  response
    .writeHead(200, { "content-type": "text/html", etag: '"wall"' })
    .end(
      `<html lang="de"><title>Bevor Sie fortfahren</title><link rel="icon" href="/wall.png"><link rel="alternate" type="application/json+oembed" href="/oembed">`,
    );

const oembed: Answer = (response) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ type: "video", title: "How a lock works", author_name: "Canal", provider_name: "Films" }));

describe("given a wall before a page whose site describes it by oEmbed", () => {
  test("when the link is described, then address and icon are the page's, and not the wall's", async () => {
    world.pages.set("/film", status(302, { location: "/consent-wall?continue=film" }));
    world.pages.set("/consent-wall?continue=film", wall);
    world.pages.set("/oembed", oembed);
    const link = await newLink(world, "/film");
    expect(await describeOnce(await link.happens("LinkSaved"))).toBe("done");
    const [event] = await link.pageEvents();
    expect(event).toMatchObject({
      type: "PageDescribed",
      data: {
        url: link.url,
        finalUrl: link.url,
        page: {
          title: "How a lock works",
          author: "Canal",
          siteName: "Films",
          faviconUrl: `http://${world.host}/favicon.ico`,
        },
      },
    });
    // Nor the wall's version: the page would never be read again.
    expect(event?.data).not.toHaveProperty("validators");
    expect(world.requests).not.toContain("GET /wall.png");
  });
});
