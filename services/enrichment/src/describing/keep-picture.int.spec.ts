import { createHash, randomUUID } from "node:crypto";
import { type Bus, connectBus, createLogger, openPictures, type Pictures } from "@satchel/chassis";
import { PICTURES, type PictureKey } from "@satchel/contracts";
import { Objm } from "@nats-io/obj";
import { atEnd, startTestNats } from "@satchel/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LoopbackServer, serveHttp } from "../../test/loopback-server.ts";
import { jpegOf, pngOf, quarters, withExif } from "../../test/sample-pictures.ts";
import { createFetcher } from "../fetching/page-fetcher.ts";
import { readPictureHeader } from "../pictures/picture-header.ts";
import { createReEncoder, type ReEncoder } from "../pictures/re-encoder.ts";
import { renewKeptPictures } from "../pictures/renew-kept.ts";
import { createPictureKeeper, type PictureKeeper } from "./keep-picture.ts";

const logger = createLogger("test", "silent");
const png = pngOf(quarters(64, 64));
const svg = Buffer.from(
  "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><image href='http://x.example/'/></svg>",
);
const files: Record<string, Buffer> = {
  "/good.png": pngOf(quarters(320, 200)),
  "/small.png": png,
  "/banner.png": pngOf(quarters(900, 220)),
  "/narrow.png": pngOf(quarters(60, 60)),
  "/favicon.ico": png,
  "/icon.svg": svg,
  "/spacer.gif": pngOf(quarters(1, 1)),
  "/bomb.png": pngOf(quarters(8, 8), { width: 50_000, height: 50_000 }),
};

let site: LoopbackServer;
let asked: string[] = [];
let bus: Bus;
let pictures: Pictures;
let reEncoder: ReEncoder;
let keeper: PictureKeeper;
const at = (path: string): string => `http://127.0.0.1:${site.port}${path}`;

beforeAll(async () => {
  site = await serveHttp(({ url = "" }, response) => {
    asked.push(url);
    const file = url.startsWith("/icons/") ? png : files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(file);
  });
  const nats = await startTestNats();
  bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  pictures = await openPictures(bus);
  const fetcher = createFetcher({ allow: [`127.0.0.1:${site.port}`], dnsServers: [], userAgent: "test" });
  reEncoder = createReEncoder();
  keeper = createPictureKeeper({ fetcher, reEncoder, pictures, logger, iconServiceUrl: undefined });
  atEnd(async () => {
    await reEncoder.close();
    await fetcher.close();
    await bus.close();
    await site.close();
  });
});
beforeEach(() => {
  asked = [];
});

describe("given several pictures that a page names", () => {
  test("then the first that really is one is kept, and no further one is asked for", async () => {
    const key = await keeper.keepPreview(["/none.png", "/icon.svg", "/bomb.png", "/good.png"].map(at));
    expect(asked).toEqual(["/none.png", "/icon.svg", "/bomb.png", "/good.png"]);
    expect(await pictures.get(key as PictureKey, "card")).toMatchObject({ type: "image/webp" });

    asked = [];
    expect(await keeper.keepPreview(["/good.png", "/none.png"].map(at))).toBe(key);
    expect(asked).toEqual(["/good.png"]);
  });

  test("then the first of a good size and shape is kept, and no further one is asked for", async () => {
    const good = await keeper.keepPreview([at("/good.png")]);
    asked = [];
    expect(await keeper.keepPreview(["/small.png", "/banner.png", "/good.png", "/none.png"].map(at))).toBe(good);
    expect(asked).toEqual(["/small.png", "/banner.png", "/good.png"]);
  });

  test("then the first that can be shown is kept when none is of a good size and shape", async () => {
    const small = await keeper.keepPreview([at("/small.png")]);
    expect(small).toBeDefined();
    asked = [];
    expect(await keeper.keepPreview(["/spacer.gif", "/small.png", "/narrow.png"].map(at))).toBe(small);
    expect(asked).toEqual(["/spacer.gif", "/small.png", "/narrow.png"]);
  });

  test("then so many are tried and no more", async () => {
    expect(await keeper.keepPreview(Array.from({ length: 50 }, (_, n) => at(`/none-${n}`)))).toBeUndefined();
    expect(asked).toHaveLength(4);
  });

  test("then an icon is found where every site had one, however many others the page names", async () => {
    const named = [...Array.from({ length: 20 }, (_, n) => at(`/none-${n}`)), at("/favicon.ico")];
    expect(await keeper.keepIcon(named, at("/"))).toBeDefined();
    expect(asked.at(-1)).toBe("/favicon.ico");
    expect(asked).toHaveLength(4);
  });

  test("then one that must not be fetched is passed over", async () => {
    const hostile = [
      "http://169.254.169.254/latest",
      "file:///etc/passwd",
      "data:image/png;base64,AAAA",
      at("/good.png"),
    ];
    expect(await keeper.keepPreview(hostile)).toBeDefined();
    expect(asked).toEqual(["/good.png"]);
  });
});

describe("given a site without an icon", () => {
  test("when the operator named no icon service, then none is asked", async () => {
    expect(await keeper.keepIcon([at("/none.ico")], at("/"))).toBeUndefined();
    expect(asked).toEqual(["/none.ico"]);
  });

  test("when the operator named one, then it is asked for that host alone, and last", async () => {
    const fetcher = createFetcher({ allow: [`127.0.0.1:${site.port}`], dnsServers: [], userAgent: "test" });
    atEnd(() => fetcher.close());
    const iconServiceUrl = at("/icons/{host}");
    const withService = createPictureKeeper({ fetcher, reEncoder, pictures, logger, iconServiceUrl });

    const key = await withService.keepIcon([at("/none.ico")], "https://user:secret@private.example:8443/path?q=1");

    expect(asked).toEqual(["/none.ico", "/icons/private.example"]);
    expect(await pictures.get(key as PictureKey, "card")).toBeDefined();
    asked = [];
    await withService.keepIcon([at("/favicon.ico")], "https://private.example/");
    expect(asked).toEqual(["/favicon.ico"]);
  });
});

test("a picture that had to make room is known to be gone", async () => {
  const key = (await keeper.keepPreview([at("/good.png")])) as PictureKey;
  expect(await keeper.areKept([key, undefined])).toBe(true);
  await pictures.remove(key, Number.POSITIVE_INFINITY);
  expect(await keeper.areKept([key])).toBe(false);
  expect(await keeper.areKept([undefined])).toBe(true);
});

describe("given pictures that an earlier version kept as they came", () => {
  /** Keeps octets the way it did. */
  async function keepAsBefore(bytes: Buffer, type: string): Promise<PictureKey> {
    const store = await new Objm(bus.nc).create(PICTURES);
    const key = createHash("sha256").update(bytes).digest("hex");
    await store.putBlob({ name: key, metadata: { "content-type": type } }, bytes);
    return key;
  }

  test("then none is shown until it was made anew, under the same key; what is none goes", async () => {
    const photograph = await keepAsBefore(withExif(await jpegOf(quarters(600, 300)), 1), "image/jpeg");
    const icon = await keepAsBefore(pngOf(quarters(16, 16)), "image/png");
    const script = await keepAsBefore(svg, "image/svg+xml");
    const ours = await pictures.put({ type: "image/webp", card: Buffer.from(randomUUID()) });
    for (const key of [photograph, icon, script]) expect(await pictures.get(key, "card")).toBeUndefined();

    expect(await renewKeptPictures(pictures, reEncoder, logger, () => false)).toEqual({ made: 2, gone: 1 });

    const [card, large] = await Promise.all([pictures.get(photograph, "card"), pictures.get(photograph, "large")]);
    expect(readPictureHeader(card?.bytes as Uint8Array)).toEqual({ kind: "webp", width: 480, height: 240 });
    expect(readPictureHeader(large?.bytes as Uint8Array)).toEqual({ kind: "webp", width: 600, height: 300 });
    expect(await pictures.get(icon, "card")).toMatchObject({ type: "image/webp" });
    expect(await pictures.has(script)).toBe(false);
    expect(await pictures.has(ours)).toBe(true);
    expect(await renewKeptPictures(pictures, reEncoder, logger, () => false)).toEqual({ made: 0, gone: 0 });
  });
});
