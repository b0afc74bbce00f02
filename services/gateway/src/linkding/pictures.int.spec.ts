import { randomBytes } from "node:crypto";
import { type CreatedApiToken, LINKDING_PICTURES_PER_MINUTE, texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openDescribing, somePicture } from "../../test/described-link.ts";
import { startTestSystem } from "../../test/gateway.ts";
import { type App, type Bookmark, linkdingApps, type Page } from "../../test/linkding.ts";

const system = await startTestSystem();
const { newApp, appOf } = linkdingApps(system, "pictured");
const { pictures, describedLink } = await openDescribing(system);

interface Pictured extends Bookmark {
  readonly favicon_url: string;
  readonly preview_image_url: string;
}

/** The bookmark of a link with both pictures. */
async function pictured(app: App, name: string): Promise<Pictured> {
  const preview = await pictures.put(somePicture(`preview of ${name}`));
  const icon = await pictures.put(somePicture(`icon of ${name}`));
  await describedLink(app.owner, `https://${name}.example/page`, preview, icon);
  const { results } = await app.ask<Page<Pictured>>("GET", `/bookmarks/?q=${name}`, 200);
  return results[0]!;
}
/** As an app's picture view asks: with nothing but the address. The origin in the addresses is the browser's. */
const load = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(system.url + new URL(address).pathname + new URL(address).search, { headers });
const nothing = { detail: texts.server.notFound };

test("given a link with pictures, then an app loads them by their addresses alone, may show them anywhere, and finds the same addresses again", async () => {
  const app = await newApp();
  const bookmark = await pictured(app, "shown");

  for (const [address, text] of [
    [bookmark.favicon_url, "small of icon of shown"],
    [bookmark.preview_image_url, "small of preview of shown"],
  ] as const) {
    const answer = await load(address);
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([200, "image/webp", text]);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect((await load(address, { "if-none-match": answer.headers.get("etag")! })).status).toBe(304);
  }
  expect(await app.ask("GET", `/bookmarks/${bookmark.id}/`, 200)).toMatchObject({
    favicon_url: bookmark.favicon_url,
    preview_image_url: bookmark.preview_image_url,
  });
  expect(await app.ask("POST", "/bookmarks/", 201, { url: "https://bare.example/" })).toMatchObject({
    favicon_url: null,
    preview_image_url: null,
  });
});

test("given a token that ends, then its addresses open nothing any more, and those of another app still do", async () => {
  const app = await newApp();
  const other = await appOf(app.owner);
  const [ended, open] = [
    await pictured(app, "ended"),
    (await other.ask<Page<Pictured>>("GET", "/bookmarks/", 200)).results[0]!,
  ];
  expect((await load(ended.favicon_url)).status).toBe(200);
  const { tokens } = (await (await app.owner.call("GET", "/api/users/me/tokens")).json()) as {
    tokens: CreatedApiToken[];
  };

  // The newest is the other one's.
  expect((await app.owner.call("DELETE", `/api/users/me/tokens/${tokens[1]!.id}`)).status).toBe(204);

  await eventually(async () => expect((await load(ended.favicon_url)).status).toBe(404));
  expect(await (await load(ended.preview_image_url)).json()).toEqual(nothing);
  expect((await load(open.favicon_url)).status).toBe(200);
});

test("given a token that may not read, then what it saves shows no picture", async () => {
  const app = await newApp();
  await pictured(app, "unread");
  const adding = await appOf(app.owner, ["add", "change"]);

  const saved = await adding.ask("POST", "/bookmarks/", 201, { url: "https://unread.example/page" });

  expect(saved).toMatchObject({ favicon_url: null, preview_image_url: null });
});

test("given a deleted link, then its pictures are not found", async () => {
  const app = await newApp();
  const bookmark = await pictured(app, "deleted");
  await app.ask("DELETE", `/bookmarks/${bookmark.id}/`, 204);

  for (const address of [bookmark.favicon_url, bookmark.preview_image_url]) {
    expect((await load(address)).status).toBe(404);
  }
});

test("given an address in which anything was changed, another kind, or any text at all, then it opens nothing, whatever else the caller has", async () => {
  const [app, other] = [await newApp(), await newApp()];
  const [mine, theirs] = [await pictured(app, "mine"), await pictured(other, "theirs")];
  const sealedOf = (address: string): string => new URL(address).pathname.split("/")[3]!;
  const [a, b] = [mine, theirs].map(({ favicon_url: address }) => Buffer.from(sealedOf(address), "base64url"));
  const mixed = (...parts: Buffer[]): string => Buffer.concat(parts).toString("base64url");
  const at = (sealed: string, kind = "favicon"): string => `${system.url}/linkding/pictures/${sealed}/${kind}`;
  const changed = fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 255 })).map(([place, by]) => {
    const octets = Buffer.from(a!);
    octets[place]! ^= by;
    return octets.toString("base64url");
  });
  const sealed = fc.oneof(
    changed,
    fc.constantFrom(
      mixed(b!.subarray(0, 16), a!.subarray(16)),
      mixed(a!.subarray(0, 32), b!.subarray(32)),
      mixed(a!.subarray(0, 32), b!.subarray(32, 48), a!.subarray(48)),
      mixed(a!.subarray(0, 48), b!.subarray(48)),
      randomBytes(64).toString("base64url"),
      sealedOf(mine.preview_image_url),
      app.token,
    ),
    fc.string({ minLength: 1, unit: "grapheme" }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  await fc.assert(
    fc.asyncProperty(sealed, async (text) => {
      fc.pre(text !== "." && text !== "..");
      const headers = { authorization: `Token ${app.token}`, cookie: app.owner.cookie };
      const answer = await fetch(at(text), { headers });
      expect([text, answer.status, await answer.json()]).toEqual([text, 404, nothing]);
    }),
    { numRuns: 80 },
  );
  expect((await fetch(at(sealedOf(mine.favicon_url), "page"))).status).toBe(404);
  expect((await load(mine.favicon_url)).status).toBe(200);
});

inProof("given very many loads with one token, then they wait, and those of another do not", async () => {
  const app = await newApp();
  const other = await appOf(app.owner);
  const busy = await pictured(app, "busy");
  const [calm] = (await other.ask<Page<Pictured>>("GET", "/bookmarks/", 200)).results;
  let limited: Response | undefined;
  // A minute may end meanwhile, and another begin.
  for (let sent = 0; sent < 2 * LINKDING_PICTURES_PER_MINUTE && limited === undefined; sent += 20) {
    const some = await Promise.all(Array.from({ length: 20 }, () => load(busy.favicon_url)));
    limited = some.find(({ status }) => status === 429);
  }

  expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await load(calm!.favicon_url)).status).toBe(200);
});
