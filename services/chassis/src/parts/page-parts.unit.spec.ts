import { expect, test } from "vitest";
import { packParts, partAddress, unpackParts } from "./page-parts.ts";

test("given a page with its parts, when it is packed, then unpacking it gives the same", () => {
  const page = {
    url: "https://example.org/ä",
    type: "text/html",
    document: new TextEncoder().encode("<p>Grüße"),
    parts: [
      { kind: "picture", url: "https://example.org/a.png", type: "image/png", bytes: new Uint8Array([1, 2, 3]) },
      {
        kind: "style",
        url: "https://example.org/a.css",
        base: "https://c.example/",
        type: "text/css",
        bytes: new Uint8Array(),
      },
    ],
    leftOut: 2,
  } as const;
  const { document, parts, ...rest } = unpackParts(packParts(page));
  expect(Buffer.from(document)).toEqual(Buffer.from(page.document));
  expect(parts.map(({ bytes, ...part }) => ({ ...part, bytes: [...bytes] }))).toEqual(
    page.parts.map(({ bytes, ...part }) => ({ ...part, bytes: [...bytes] })),
  );
  expect(rest).toEqual({ url: page.url, type: page.type, leftOut: 2 });
});

test.each([
  ["a.png#x", "https://example.org/b/", "https://example.org/b/a.png"],
  ["//c.example/a", "https://example.org/", "https://c.example/a"],
  ["data:image/png;base64,AA", "https://example.org/", undefined],
  ["javascript:alert(1)", "https://example.org/", undefined],
  ["http://", "https://example.org/", undefined],
])("given the reference %s at %s, then its address is %s", (href, base, address) => {
  expect(partAddress(href, base)).toBe(address);
});
