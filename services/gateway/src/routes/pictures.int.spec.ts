import type { Link, PictureKey } from "@satchel/contracts";
import { expect, test } from "vitest";
import { openDescribing, somePicture as picture } from "../../test/described-link.ts";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const anna = await system.signIn("anna@satchel.example");
const { pictures, describedLink: describe } = await openDescribing(system);

/** What stands in every answer with a picture. */
const FIXED = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

const describedLink = (url: string, previewKey: PictureKey, faviconKey: PictureKey): Promise<Link> =>
  describe(anna, url, previewKey, faviconKey);

test("previews and icons are served from here, with no expiry under their versioned address", async () => {
  const key = await pictures.put(picture("a page"));
  const link = await describedLink("https://pictures.example:8443/page", key, key);

  for (const path of [link.preview_image_url, link.favicon_url]) {
    const answer = await anna.call("GET", path ?? "");
    expect([answer.status, await answer.text()]).toEqual([200, "small of a page"]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...FIXED,
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      etag: `"${key}.small"`,
    });
  }
  const unversioned = await anna.call("GET", `/api/links/${link.id}/preview`);
  expect(unversioned.headers.get("cache-control")).toBe("private, no-cache");
});

test("a preview comes as large as it is wanted, and each size is a picture of its own to the browser", async () => {
  const link = await describedLink("https://sizes.example/page", await pictures.put(picture("sizes")), "0".repeat(64));
  const ask = (query: string) => anna.call("GET", `/api/links/${link.id}/preview${query}`);

  const [plain, small, large] = await Promise.all([ask(""), ask("?size=small"), ask("?size=large&v=1")]);

  expect([await plain.text(), await small.text(), await large.text()]).toEqual([
    "small of sizes",
    "small of sizes",
    "large picture of sizes",
  ]);
  expect(large.headers.get("etag")).not.toBe(small.headers.get("etag"));
  expect(large.headers.get("cache-control")).toContain("immutable");
  expect((await ask("?size=huge")).status).toBe(422);
});

test("a picture that is no larger than a small one is the same in both sizes", async () => {
  const { type, small } = picture("a stamp");
  const link = await describedLink("https://small.example/page", await pictures.put({ type, small }), "0".repeat(64));
  const answer = await anna.call("GET", `/api/links/${link.id}/preview?size=large`);
  expect([answer.status, await answer.text()]).toEqual([200, "small of a stamp"]);
});

test("given a browser has the picture, then the answer is 304", async () => {
  const key = await pictures.put(picture("cached"));
  const link = await describedLink("https://cached.example/page", key, key);
  const ask = (path: string, tag: string) =>
    fetch(`${system.url}${path}`, {
      headers: { authorization: `Bearer ${anna.accessToken}`, "if-none-match": tag },
    });

  const answer = await ask(`/api/links/${link.id}/preview`, `"other", W/"${key}.small"`);
  expect([answer.status, await answer.text(), answer.headers.get("etag")]).toEqual([304, "", `"${key}.small"`]);
  expect((await ask(`/api/links/${link.id}/preview?size=large`, `"${key}.small"`)).status).toBe(200);
  const letter = await anna.call("GET", "/api/links/favicon/cached-letter.example");
  expect((await ask("/api/links/favicon/cached-letter.example", letter.headers.get("etag") ?? "")).status).toBe(304);
});

test("given a picture that is kept no more, or is none of ours, then a preview is not found and an icon is a letter", async () => {
  const svg = await pictures.put({ type: "image/svg+xml", small: Buffer.from("<svg onload='alert(1)'/>") });
  for (const key of [svg, "0".repeat(64) as PictureKey]) {
    const link = await describedLink(`https://${key.slice(0, 8)}.example/page`, key, key);
    expect((await anna.call("GET", link.preview_image_url ?? "")).status).toBe(404);
    const icon = await anna.call("GET", link.favicon_url ?? "");
    expect([icon.status, (await icon.text()).includes("alert")]).toEqual([200, false]);
    // An icon may come in its place, under the same address.
    expect(icon.headers.get("cache-control")).toBe("private, max-age=3600");
  }
});

test("a letter is always the same for a host, holds nothing of its name, and runs nothing", async () => {
  const hosts = [
    "www.example.com",
    "münchen.example",
    "xn--mnchen-3ya.example",
    "-",
    '"><script>alert(1)</script>',
    "[::1]:8080",
  ];
  for (const host of hosts) {
    const ask = () => anna.call("GET", `/api/links/favicon/${encodeURIComponent(host)}`);
    const [first, again] = [await ask(), await ask()];
    const text = await first.text();
    expect(Object.fromEntries(first.headers)).toMatchObject({ ...FIXED, "content-type": "image/svg+xml" });
    expect(text).toBe(await again.text());
    expect(text).toMatch(/^<svg [^<]*<rect [^<]*\/><text [^<]*>[\p{L}\p{N}?]<\/text><\/svg>$/u);
  }
  const [plain, encoded] = await Promise.all(
    [hosts[1], hosts[2]].map((host) => anna.call("GET", `/api/links/favicon/${encodeURIComponent(host ?? "")}`)),
  );
  expect(await plain?.text()).toBe(await encoded?.text());
});

test("another user does not see the picture, nor whether there is one", async () => {
  const key = await pictures.put(picture("a secret"));
  const link = await describedLink("https://private.example/page", key, key);
  const bert = await system.signIn("bert@satchel.example");

  expect((await bert.call("GET", link.preview_image_url ?? "")).status).toBe(404);
  const [kept, unknown] = await Promise.all(
    [link.favicon_url ?? "", "/api/links/favicon/private.elsewhere?v=12345678"].map((path) => bert.call("GET", path)),
  );
  const told = async (answer: Response | undefined) => [
    answer?.status,
    answer?.headers.get("content-type"),
    answer?.headers.get("cache-control"),
    (await answer?.text())?.replace(/hsl\(\d+/, ""),
  ];
  expect(await told(kept)).toEqual(await told(unknown));
  expect((await fetch(`${system.url}${link.favicon_url}`)).status).toBe(401);
});
