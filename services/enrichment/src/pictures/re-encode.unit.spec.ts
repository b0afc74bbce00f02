import fc from "fast-check";
import type { Sharp } from "sharp";
import { describe, expect, test, vi } from "vitest";
import {
  animatedWebpOf,
  avifOf,
  dibOf,
  gifOf,
  headerOf,
  icoOf,
  jpegOf,
  type Pixels,
  pictureOf,
  pixelsOf,
  pngOf,
  quarters,
  webpOf,
  withExif,
} from "../../test/sample-pictures.ts";
import { ICON_SIDE, LARGE_SIDE, SMALL_SIZE } from "../limits.ts";
import { type EncodedPicture, type EncodingInput, reEncode } from "./re-encode.ts";

// Real pictures are written and read, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 60_000 });

async function kept(bytes: Uint8Array, use: EncodingInput["use"] = "preview"): Promise<EncodedPicture> {
  const outcome = await reEncode({ bytes, use });
  if (!("picture" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.picture;
}

/** The colour in the middle of each quarter, roughly: lossy pictures are off by a little. */
function colours({ width, height, data }: Pixels): string[] {
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
      return [0, 1, 2, 3].map((channel) => Math.round((data[at + channel] ?? 0) / 64)).join("");
    }),
  );
}

const [red, green, blue, faintWhite, white] = ["4004", "0404", "0044", "4442", "4444"];
const upright = [red, green, blue, faintWhite];
const opaque = [red, green, blue, white];

describe("given a picture of any kind, then it is kept as a WebP that looks the same", () => {
  test.each([
    ["png", () => pngOf(quarters(200, 100)), upright],
    ["webp", () => webpOf(quarters(200, 100)), upright],
    ["heif", () => avifOf(quarters(200, 100)), upright],
    // Without alpha, what is half transparent is white as it stands there.
    ["jpeg", () => jpegOf(quarters(200, 100)), opaque],
  ] as const)("%s", async (format, make, expected) => {
    const bytes = await make();
    expect(await headerOf(bytes)).toEqual({ format, width: 200, height: 100 });

    const { small, large } = await kept(bytes);

    expect(await headerOf(small)).toEqual({ format: "webp", width: 200, height: 100 });
    expect(colours(await pixelsOf(small))).toEqual(expected);
    expect(large).toBeUndefined();
  });

  test.each([
    ["png in 16 bits", (picture: Sharp) => picture.toColourspace("rgb16").png(), upright],
    ["png in palette", (picture: Sharp) => picture.png({ palette: true }), upright],
    [
      "jpeg in CMYK, as printers have it",
      (picture: Sharp) => picture.flatten().toColourspace("cmyk").jpeg(),
      undefined,
    ],
    ["jpeg in grey", (picture: Sharp) => picture.removeAlpha().grayscale().jpeg(), undefined],
  ] as const)("%s", async (_, write, expected) => {
    const { small } = await kept(await write(pictureOf(quarters(200, 100))).toBuffer());
    expect(await headerOf(small)).toEqual({ format: "webp", width: 200, height: 100 });
    if (expected !== undefined) expect(colours(await pixelsOf(small))).toEqual(expected);
  });

  test("with its colours as its profile means them", async () => {
    const wide = await pictureOf(quarters(200, 100)).removeAlpha().withIccProfile("p3").png().toBuffer();
    expect(colours(await pixelsOf((await kept(wide)).small))).toEqual(opaque);
  });

  test("gif with a colour that is transparent", async () => {
    const indexes = Array.from({ length: 64 * 64 }, (_, n) => (n % 64 < 32 ? 1 : 0));
    const { small } = await kept(gifOf([{ width: 64, height: 64, indexes }], { transparent: 0 }));
    expect(colours(await pixelsOf(small)).map((colour) => colour.replace(/^...0$/, "none"))).toEqual([
      red,
      "none",
      red,
      "none",
    ]);
  });

  test("ico: the entry that is large enough, whether bitmap or PNG", async () => {
    const bitmap = dibOf(16, 32, () => true);
    const png = pngOf(quarters(64, 64));
    const icon = icoOf([
      { side: 16, content: bitmap },
      { side: 64, content: png },
      { side: 256, content: pngOf(quarters(256, 256)) },
    ]);
    const { small } = await kept(icon, "icon");
    expect(await headerOf(small)).toMatchObject({ width: 64, height: 64 });
    expect(colours(await pixelsOf(small))).toEqual(upright);
  });

  test.each([1, 32] as const)("ico: a bitmap of %i bits a pixel, with what its mask leaves out", async (depth) => {
    const icon = icoOf([{ side: 32, depth, content: dibOf(32, depth, (x) => x < 16) }]);
    const { small } = await kept(icon, "icon");
    expect(colours(await pixelsOf(small)).map((colour) => colour.replace(/^...0$/, "none"))).toEqual([
      red,
      "none",
      red,
      "none",
    ]);
  });
});

describe("given a picture that is larger than what is shown", () => {
  test("then it is kept in two sizes, neither larger than it has to be", async () => {
    const { small, large } = await kept(pngOf(quarters(1400, 700)));
    expect(await headerOf(small)).toMatchObject({ width: SMALL_SIZE.height * 2, height: SMALL_SIZE.height });
    expect(await headerOf(large as Uint8Array)).toMatchObject({ width: LARGE_SIDE, height: LARGE_SIDE / 2 });
    for (const size of [small, large as Uint8Array]) expect(colours(await pixelsOf(size))).toEqual(upright);
  });

  test("then an icon is as large as it is shown", async () => {
    const { small, large } = await kept(pngOf(quarters(180, 180)), "icon");
    expect(await headerOf(small)).toMatchObject({ width: ICON_SIDE, height: ICON_SIDE });
    expect(large).toBeUndefined();
  });
});

describe("given what a picture says beside its pixels", () => {
  test("then where a photograph was taken is gone, and it stands upright", async () => {
    const photograph = withExif(await jpegOf(quarters(200, 100)), 6);
    expect(photograph.includes("GPS")).toBe(true);

    const { small } = await kept(photograph);

    expect(Buffer.from(small).includes("GPS")).toBe(false);
    expect(Buffer.from(small).includes("Exif")).toBe(false);
    expect(await headerOf(small)).toMatchObject({ width: 100, height: 200 });
    expect(colours(await pixelsOf(small))).toEqual([blue, red, white, green]);
  });

  test("then scripts in comments, and whatever follows the picture, are gone", async () => {
    const script = "<script>alert(1)</script>";
    const polyglot = Buffer.concat([pngOf(quarters(64, 64), undefined, script), Buffer.from(`<html>${script}`)]);
    const { small } = await kept(polyglot);
    expect(Buffer.from(small).includes("script")).toBe(false);
  });
});

describe("given a picture that moves, then its first frame is kept", () => {
  test("gif", async () => {
    const frame = (index: number) => ({ width: 64, height: 64, indexes: Array<number>(64 * 64).fill(index) });
    const { small } = await kept(gifOf([frame(2), frame(1)]));
    expect(colours(await pixelsOf(small))).toEqual([green, green, green, green]);
  });

  test.each(["without", "with"])("webp %s alpha", async (alpha) => {
    const solid = (colour: number[]): Pixels => ({
      width: 64,
      height: 64,
      data: new Uint8ClampedArray(Array.from({ length: 64 * 64 }, () => colour).flat()),
    });
    const first = alpha === "with" ? quarters(64, 64) : solid([0, 0, 255, 255]);
    const stills = await Promise.all([first, solid([255, 0, 0, 255])].map(webpOf));
    const moving = animatedWebpOf(stills, 64, 64);
    expect(colours(await pixelsOf((await kept(moving)).small))).toEqual(
      alpha === "with" ? upright : [blue, blue, blue, blue],
    );
  });
});

describe("given octets that are to harm, then they are refused before anything is decoded", () => {
  test.each([
    [
      "a PNG of a few octets that claims 3.6 gigapixels",
      () => pngOf(quarters(8, 8), { width: 60_000, height: 60_000 }),
    ],
    ["a PNG that claims the most a header can hold", () => pngOf(quarters(8, 8), { width: 2 ** 31, height: 2 ** 31 })],
    ["a GIF whose header is small and whose frame is not", () => enormousFrame()],
    [
      "a PNG in an icon",
      () => icoOf([{ side: 64, content: pngOf(quarters(8, 8), { width: 50_000, height: 50_000 }) }]),
    ],
  ])("%s", async (_name, make) => {
    const detail = expect.stringMatching(/exceeds pixel limit|corrupt header/) as string;
    expect(await reEncode({ bytes: make(), use: "icon" })).toEqual({ refused: "unreadable", detail });
  });

  test.each([
    ["SVG with a script", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ["SVG after an XML declaration", "<?xml version='1.0'?><svg><script>alert(1)</script></svg>"],
    ["SVG compressed", "\x1f\x8b\x08"],
    ["HTML", "<!doctype html><title>An error page</title>"],
    ["PDF", "%PDF-1.7"],
    ["a photograph of a kind that no browser shows", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["TIFF", "II*\0"],
    ["nothing", ""],
    ["a PNG's name alone", "\x89PNG\r\n\x1a\n"],
    ["a JPEG that ends before its size", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ])("%s", async (_name, text) => {
    const outcome = await reEncode({ bytes: Buffer.from(text, "latin1"), use: "preview" });
    expect(outcome).toMatchObject({ refused: "unreadable" });
  });

  test("a small preview or a banner, where a good one is looked for", async () => {
    for (const [width, height] of [
      [199, 400],
      [900, 220],
      [220, 900],
    ] as const) {
      const bytes = pngOf(quarters(width, height));
      expect(await reEncode({ bytes, use: "good-preview" })).toEqual({ refused: "poor-preview" });
      expect(await reEncode({ bytes, use: "preview" })).toMatchObject({ picture: expect.anything() });
    }
    expect(await reEncode({ bytes: pngOf(quarters(600, 200)), use: "good-preview" })).toMatchObject({
      picture: expect.anything(),
    });
  });

  test("a spacer of one pixel, for a preview and for an icon", async () => {
    for (const use of ["preview", "icon"] as const) {
      expect(await reEncode({ bytes: pngOf(quarters(1, 1)), use })).toEqual({ refused: "too-small" });
    }
  });

  test("any octets at all end in an outcome, never in a picture that is not one", async () => {
    const samples = [
      pngOf(quarters(48, 48)),
      await jpegOf(quarters(48, 48)),
      await webpOf(quarters(48, 48)),
      await avifOf(quarters(48, 48)),
      gifOf([{ width: 48, height: 48, indexes: Array<number>(48 * 48).fill(1) }]),
      icoOf([{ side: 48, content: dibOf(48, 32, () => true) }]),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
        fc.nat(),
        async (sample, faults, cut) => {
          const bytes = Buffer.from(sample.subarray(0, cut % 3 === 0 ? cut % sample.length : sample.length));
          for (const [at, octet] of faults) if (bytes.length > 0) bytes[at % bytes.length] = octet;
          const outcome = await reEncode({ bytes, use: "preview" });
          if ("picture" in outcome) expect((await headerOf(outcome.picture.small)).format).toBe("webp");
          else expect("refused" in outcome && outcome.refused).toMatch(/^[a-z-]+$/);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** A GIF of 40,000 × 40,000 pixels behind a header that says 8 × 8. */
function enormousFrame(): Buffer {
  const gif = gifOf([{ width: 8, height: 8, indexes: Array<number>(64).fill(1) }]);
  const image = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0]));
  gif.writeUInt16LE(40_000, image + 5);
  gif.writeUInt16LE(40_000, image + 7);
  return gif;
}
