import { describe, expect, test } from "vitest";
import { embeddedFile } from "./embedded-file.ts";

const PIXELS = Buffer.alloc(300, 7);
const base64 = PIXELS.toString("base64");
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${"<path d='M0 0'/>".repeat(30)}</svg>`;

describe("given an address of a page", () => {
  test.each([
    [`data:image/png;base64,${base64}`, "image/png", PIXELS],
    [` DATA:IMAGE/WEBP;charset=x;base64,${base64}`, "image/webp", PIXELS],
    [`data:application/font-woff2;charset=utf-8;base64,${base64}`, "font/woff2", PIXELS],
    [`data:image/svg+xml,${encodeURIComponent(svg)}`, "image/svg+xml", Buffer.from(svg)],
  ])("when it brings %.40s along, then that is kept", (href, type, bytes) => {
    const file = embeddedFile(href);
    expect(file?.type).toBe(type);
    expect(Buffer.from(file?.bytes ?? [])).toEqual(bytes);
  });

  test.each([
    ["a placeholder", "data:image/gif;base64,R0lGODlhAQABAAAAACw="],
    ["a page", `data:text/html;base64,${base64}`],
    ["a script", `data:text/javascript,${"a".repeat(400)}`],
    ["nothing", `data:image/png;base64,${"=".repeat(400)}`],
    ["a broken escape", `data:image/svg+xml,${"%zz".repeat(200)}`],
    ["no data", `data:${"x".repeat(400)}`],
    ["another address", `https://example.org/${"a".repeat(400)}`],
    ["a type without an end", `data:image/png${";x".repeat(100_000)}`],
  ])("when it is %s, then nothing is kept", (_, href) => {
    expect(embeddedFile(href)).toBeUndefined();
  });
});
