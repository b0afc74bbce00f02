import sharp from "sharp";
import { expect, test } from "vitest";
import { headerOf, jpegOf, jpegOfScans, quarters } from "../../test/sample-pictures.ts";
import { JPEG_SCANS } from "@satchel/contracts";
import { countScans } from "@satchel/chassis/decoding";
import { reEncode } from "./re-encode.ts";

const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 255,
  ...content,
];
const [START, END] = [
  [0xff, 0xd8],
  [0xff, 0xd9],
];
const scan = [...segment(0xda, [1, 2, 3]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56];

test.each([
  ["none", [], 0],
  ["an empty picture", [...START, ...END], 0],
  ["one scan, with stuffed octets and a restart", [...START, ...scan, ...END], 1],
  ["three scans", [...START, ...scan, ...segment(0xc4, [9]), ...scan, ...scan, ...END], 3],
  ["what looks like a scan within a segment", [...START, ...segment(0xe1, [...START, ...scan, ...END]), ...scan], 1],
  ["what comes behind the end", [...START, ...scan, ...END, ...scan], 1],
  ["fill octets before a marker", [...START, 0xff, 0xff, ...scan], 1],
  ["a picture that is cut off", [...START, 0xff], 0],
])("the scans of a JPEG are counted: %s", (_, bytes, scans) => {
  expect(countScans(Uint8Array.from(bytes))).toBe(scans);
});

test("a progressive picture of more scans than programs write is refused, and not decoded", async () => {
  const ordinary = countScans(await jpegOf(quarters(400, 400)));
  expect(ordinary).toBeGreaterThan(1);
  expect(ordinary).toBeLessThan(JPEG_SCANS);

  for (const scans of [JPEG_SCANS + 1, 883]) {
    const bytes = jpegOfScans(1024, scans);
    expect(countScans(bytes)).toBe(scans);
    expect(await reEncode({ bytes, use: "preview" })).toEqual({ refused: "too-many-scans" });
    // libvips takes it as it is: the bound is needed.
    expect(await headerOf(await sharp(bytes).resize(100).png().toBuffer())).toMatchObject({ width: 100, height: 100 });
  }
  const bytes = jpegOfScans(1024, JPEG_SCANS);
  expect(await reEncode({ bytes, use: "preview" })).toMatchObject({ picture: expect.anything() });
});
