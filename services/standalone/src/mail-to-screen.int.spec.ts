import type { RequestListener } from "node:http";
import type { Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, sendMail, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance, startSharedSite } from "../test/shared-instance.ts";

/** 64 × 64 px. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsOtlPzMZzwi+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgtRVZFam+k8cwAAAABJRU5ErkJggg==",
  "base64",
);

const answer: RequestListener = (request, response) => {
  if (request.url?.endsWith(".png")) return response.writeHead(200, { "content-type": "image/png" }).end(PNG);
  if (request.url === "/gone") return response.writeHead(404).end();
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  return response.end(`<!doctype html><title>Rye bread</title><meta name="description" content="How it is baked">
    <meta property="og:image" content="/bread.png"><link rel="icon" href="/icon.png">`);
};

const ADDRESS = "anna-mails@post.example";

let instance: SharedInstance;
let site: string;
let anna: Client;

beforeAll(async () => {
  instance = await sharedInstance();
  site = await startSharedSite(answer);
  anna = await signIn(instance, ADDRESS);
});

const list = (client: Client, query = "") => client.json<Link[]>("GET", `/api/links/${query}`);

/** Follows the live events of a user: gives what came so far. */
async function follow(client: Client): Promise<string[]> {
  const response = await client.call("GET", "/api/events");
  const lines: string[] = [];
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of response.body ?? []) lines.push(...decoder.decode(chunk as Uint8Array).split("\n"));
  })().catch(() => undefined);
  return lines;
}

describe("given a signed-in user with an open page", () => {
  test("a mailed link is listed at once, is announced, and gets its fields when its page was read", async () => {
    const events = await follow(anna);
    const accepted = await sendMail(instance, {
      from: ADDRESS,
      subject: "Re: That bread",
      text: `Look: ${site}/bread, it is good.`,
    });
    expect(accepted).toMatch(/^250/);
    const link = await eventually(async () => {
      const [found] = await list(anna);
      expect(found?.enrichment.state).toBe("done");
      return found as Link;
    });
    expect(link).toMatchObject({ url: `${site}/bread`, title: "Rye bread", description: "How it is baked" });
    await eventually(() => {
      const announced = events.filter((line) => line.startsWith("data:") && line.includes(link.id));
      expect(announced.length).toBeGreaterThanOrEqual(2);
    });

    // Its pictures follow.
    const pictures = await eventually(async () => {
      const [found] = await list(anna);
      expect([found?.preview_image_url, found?.favicon_url]).not.toContain(null);
      return [found?.preview_image_url, found?.favicon_url];
    });
    for (const path of pictures) {
      const picture = await anna.call("GET", path ?? "");
      expect(picture.status).toBe(200);
      expect(picture.headers.get("content-type")).toBe("image/webp");
      // Made anew: nothing of the original's octets but what it looks like.
      expect(Buffer.from(await picture.arrayBuffer()).toString("latin1", 0, 12)).toMatch(/^RIFF[^]{4}WEBP$/);
    }
  });

  test("a page that does not exist is reported, and the mail's subject stays the title", async () => {
    await sendMail(instance, { from: ADDRESS, subject: "An old page", text: `${site}/gone` });
    await eventually(async () => {
      const [link] = await list(anna);
      expect(link).toMatchObject({ title: "An old page", enrichment: { state: "failed", reason: "http-status" } });
    });
  });
});
