import { expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import { connectBus, createLogger, openJournal, openPictures } from "@satchel/chassis";
import { aggregateSubject, type Link, PageDescribed, type PictureKey, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { decodeJwt } from "jose";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const anna = await system.signIn("anna@satchel.example");
const userId = decodeJwt(anna.accessToken).sub as UserId;
const logger = createLogger("test", "silent");
const bus = await connectBus({ url: system.nats.url, name: "test", logger });
atEnd(() => bus.close());
const pictures = await openPictures(bus);
const journal = await openJournal(bus, { logger, syncUnchecked: true });

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Keeps a link whose page was described with these pictures. */
async function describedLink(url: string, previewKey: PictureKey, faviconKey: PictureKey): Promise<Link> {
  const { id } = (await (await anna.call("POST", "/api/links/", { url })).json()) as Link;
  await journal.append({
    subject: aggregateSubject(userId, "enrichment", id),
    event: {
      id: randomUUID(),
      type: PageDescribed.type,
      data: { url, finalUrl: url, attempts: 1, page: { tags: [] }, previewKey, faviconKey },
    },
    expected: 0,
  });
  return eventually(async () => {
    const links = (await (await anna.call("GET", "/api/links/")).json()) as Link[];
    const link = links.find((one) => one.id === id);
    return link !== undefined && link.enrichment.state === "done" ? link : false;
  }).then((link) => link as Link);
}

test("previews and icons come from here, kept for ever under their versioned address", async () => {
  const key = await pictures.put({ type: "image/png", bytes: png });
  const link = await describedLink("https://pictures.example:8443/page", key, key);

  for (const path of [link.preview_image_url, link.favicon_url]) {
    const answer = await anna.call("GET", path ?? "");
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, max-age=31536000, immutable",
      etag: `"${key}"`,
    });
  }
  const unversioned = await anna.call("GET", `/api/links/${link.id}/preview`);
  expect(unversioned.headers.get("cache-control")).toBe("private, no-cache");
});

test("given a browser has the picture, then it is told so instead of sent it", async () => {
  const key = await pictures.put({ type: "image/png", bytes: png });
  const link = await describedLink("https://cached.example/page", key, key);

  const answer = await fetch(`${system.url}/api/links/${link.id}/preview`, {
    headers: { authorization: `Bearer ${anna.accessToken}`, "if-none-match": `"other", W/"${key}"` },
  });

  expect([answer.status, await answer.text(), answer.headers.get("etag")]).toEqual([304, "", `"${key}"`]);
});

test("what could run script, or is kept no more, is not found", async () => {
  const svg = await pictures.put({ type: "image/svg+xml", bytes: Buffer.from("<svg onload='alert(1)'/>") });
  const link = await describedLink("https://svg.example/page", svg, "0".repeat(64));

  expect((await anna.call("GET", link.preview_image_url ?? "")).status).toBe(404);
  expect((await anna.call("GET", link.favicon_url ?? "")).status).toBe(404);
});

test("another user does not see the picture", async () => {
  const key = await pictures.put({ type: "image/png", bytes: png });
  const link = await describedLink("https://private.example/page", key, key);
  const bert = await system.signIn("bert@satchel.example");

  expect((await bert.call("GET", link.preview_image_url ?? "")).status).toBe(404);
  expect((await bert.call("GET", link.favicon_url ?? "")).status).toBe(404);
});
