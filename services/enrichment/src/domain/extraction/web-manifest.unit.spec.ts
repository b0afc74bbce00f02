import { describe, expect, it } from "vitest";
import { iconsOfManifest } from "./web-manifest.ts";

const read = (value: unknown) =>
  iconsOfManifest(
    new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
    "https://a.example/app/site.webmanifest",
  );

describe("a web manifest", () => {
  it("gives its icons, best first, absolute, without masks", () => {
    const icons = [
      { src: "i/512.png", sizes: "512x512", type: "image/png" },
      { src: "/i/96.png", sizes: "96x96" },
      { src: "m.svg", purpose: "monochrome" },
      { src: "data:image/png,x", sizes: "64x64" },
    ];
    expect(read({ icons })).toEqual(["https://a.example/i/96.png", "https://a.example/app/i/512.png"]);
  });

  it.each([
    "",
    "null",
    "[]",
    "{}",
    '{"icons":{}}',
    '{"icons":[null,1,{}]}',
    "[".repeat(60_000),
    `{"a":"${"x".repeat(70_000)}"}`,
  ])("that is none gives none (%#)", (text) => {
    expect(read(text)).toEqual([]);
  });
});
