import { type Bus, connectBus, createLogger, openPictures, type Pictures } from "@satchel/chassis";
import type { PictureKey } from "@satchel/contracts";
import { atEnd, startTestNats } from "@satchel/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LoopbackServer, serveHttp } from "../../test/loopback-server.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";
import { createFetcher } from "../fetching/page-fetcher.ts";
import { PAGE_PICTURES_CPU_MS } from "../limits.ts";
import { createReEncoder, type ReEncoder } from "./re-encoder.ts";
import { createPictureKeeper, type PictureKeeper, UNREACHABLE } from "./keep-picture.ts";

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
  "/stored": pngOf(quarters(320, 200)),
  "/bomb.png": pngOf(quarters(8, 8), { width: 50_000, height: 50_000 }),
};

let site: LoopbackServer;
let asked: string[] = [];
let bus: Bus;
let pictures: Pictures;
let reEncoder: ReEncoder;
let keeper: PictureKeeper;
const keepPreview = async (previews: string[]) =>
  (await keeper.keep({ pageUrl: at("/"), previews, icons: [] }, "somebody")).preview;
const keepIcon = async (icons: string[], pageUrl: string, from = keeper) =>
  (await from.keep({ pageUrl, icons }, "somebody")).icon;
const at = (path: string): string => `http://127.0.0.1:${site.port}${path}`;

beforeAll(async () => {
  site = await serveHttp(({ url = "" }, response) => {
    asked.push(url);
    const file = url.startsWith("/icons/") ? png : files[url];
    if (file === undefined) response.writeHead(url === "/busy.png" ? 503 : 404).end();
    else response.writeHead(200, { "content-type": url === "/stored" ? "binary/octet-stream" : "image/png" }).end(file);
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
    const key = await keepPreview(["/none.png", "/icon.svg", "/bomb.png", "/good.png"].map(at));
    expect(asked).toEqual(["/none.png", "/icon.svg", "/bomb.png", "/good.png"]);
    expect(await pictures.get(key as PictureKey, "small")).toMatchObject({ type: "image/webp" });

    asked = [];
    expect(await keepPreview(["/good.png", "/none.png"].map(at))).toBe(key);
    expect(asked).toEqual(["/good.png"]);
  });

  test("then one is kept that its store does not know to be a picture", async () => {
    expect(await keepPreview([at("/stored")])).toBe(await keepPreview([at("/good.png")]));
  });

  test("then the first of a good size and shape is kept, and no further one is asked for", async () => {
    const good = await keepPreview([at("/good.png")]);
    asked = [];
    expect(await keepPreview(["/small.png", "/banner.png", "/good.png", "/none.png"].map(at))).toBe(good);
    expect(asked).toEqual(["/small.png", "/banner.png", "/good.png"]);
  });

  test("then the first that can be shown is kept when none is of a good size and shape", async () => {
    const small = await keepPreview([at("/small.png")]);
    expect(small).toBeDefined();
    asked = [];
    expect(await keepPreview(["/spacer.gif", "/small.png", "/narrow.png"].map(at))).toBe(small);
    expect(asked).toEqual(["/spacer.gif", "/small.png", "/narrow.png"]);
  });

  test("then so many are tried and no more", async () => {
    expect(await keepPreview(Array.from({ length: 50 }, (_, n) => at(`/none-${n}`)))).toBeNull();
    expect(asked).toHaveLength(4);
  });

  test("then an icon is found where every site had one, however many others the page names", async () => {
    const named = [...Array.from({ length: 20 }, (_, n) => at(`/none-${n}`)), at("/favicon.ico")];
    expect(await keepIcon(named, at("/"))).toEqual(expect.any(String));
    expect(asked.at(-1)).toBe("/favicon.ico");
    expect(asked).toHaveLength(4);
  });

  test("then one that is busy is passed over, and where no other is had that is said", async () => {
    expect(await keepPreview([at("/busy.png"), at("/good.png")])).toMatch(/^[0-9a-f]{64}$/);
    for (const previews of [
      [at("/busy.png"), at("/none.png")],
      [at("/none.png"), at("/busy.png")],
    ]) {
      expect(await keepPreview(previews)).toBe(UNREACHABLE);
    }
    expect(await keepIcon([at("/busy.png")], at("/"))).toBe(UNREACHABLE);
    expect(await keepIcon([at("/none.png")], at("/"))).toBeNull();
  });

  test("then one that must not be fetched is passed over", async () => {
    const hostile = [
      "http://169.254.169.254/latest",
      "file:///etc/passwd",
      "data:image/png;base64,AAAA",
      at("/good.png"),
    ];
    expect(await keepPreview(hostile)).toEqual(expect.any(String));
    expect(asked).toEqual(["/good.png"]);
  });
});

describe("given a site without an icon", () => {
  test("when the operator named no icon service, then none is asked", async () => {
    expect(await keepIcon([at("/none.ico")], at("/"))).toBeNull();
    expect(asked).toEqual(["/none.ico"]);
  });

  test("when the operator named one, then it is asked for that host alone, and last", async () => {
    const fetcher = createFetcher({ allow: [`127.0.0.1:${site.port}`], dnsServers: [], userAgent: "test" });
    atEnd(() => fetcher.close());
    const iconServiceUrl = at("/icons/{host}");
    const withService = createPictureKeeper({ fetcher, reEncoder, pictures, logger, iconServiceUrl });

    const key = await keepIcon([at("/none.ico")], "https://user:secret@private.example:8443/path?q=1", withService);

    expect(asked).toEqual(["/none.ico", "/icons/private.example"]);
    expect(await pictures.get(key as PictureKey, "small")).toBeDefined();
    asked = [];
    await keepIcon([at("/favicon.ico")], "https://private.example/", withService);
    expect(asked).toEqual(["/favicon.ico"]);
  });
});

test("a picture that had to make room is known to be gone", async () => {
  const key = (await keepPreview([at("/good.png")])) as PictureKey;
  expect(await keeper.areCurrent([key, undefined])).toBe(true);
  await pictures.remove(key, Number.POSITIVE_INFINITY);
  expect(await keeper.areCurrent([key])).toBe(false);
  expect(await keeper.areCurrent([undefined])).toBe(true);
});

describe("given a page whose pictures take much processor time", () => {
  test("when they have taken what all of them may, then no further one is made", async () => {
    const budgets: (number | undefined)[] = [];
    const reEncode: ReEncoder["reEncode"] = async (_, options) => {
      budgets.push(options?.cpuMs);
      return { result: { refused: "unreadable" }, cpuMs: PAGE_PICTURES_CPU_MS / 3 };
    };
    const fetcher = createFetcher({ allow: [`127.0.0.1:${site.port}`], dnsServers: [], userAgent: "test" });
    atEnd(() => fetcher.close());
    const encoder = { reEncode, close: async () => undefined };
    const small = createPictureKeeper({ fetcher, reEncoder: encoder, pictures, logger, iconServiceUrl: undefined });

    const many = Array.from({ length: 4 }, (_, n) => at(`/icons/${n}`));
    await small.keep({ pageUrl: at("/"), previews: many, icons: many }, "somebody");

    expect(budgets).toEqual([3, 2, 1].map((thirds) => (PAGE_PICTURES_CPU_MS / 3) * thirds));
  });
});
