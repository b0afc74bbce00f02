import type { Link } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { destinationOf, escapeXml, suggestionsOf } from "./suggestions.ts";

const link = (fields: Partial<Link>): Link => ({ url: "https://site.example/", title: "Rye", ...fields }) as Link;
const SERVER = "https://satchel.example";

test("given links with hostile titles and addresses, then suggestions are escaped, and only web addresses are offered", () => {
  const links = [
    link({ title: "</match><url>x & 'y' \"z\"" }),
    link({ url: "javascript:alert(1)" }),
    link({ url: "https://site.example/?a=1&b=<2>", title: null }),
  ];
  expect(suggestionsOf(links, true)).toEqual([
    {
      content: "https://site.example/",
      description:
        "&lt;/match&gt;&lt;url&gt;x &amp; &apos;y&apos; &quot;z&quot; <dim>·</dim> <url>https://site.example/</url>",
    },
    {
      content: "https://site.example/?a=1&b=<2>",
      description:
        "https://site.example/?a=1&amp;b=&lt;2&gt; <dim>·</dim> <url>https://site.example/?a=1&amp;b=&lt;2&gt;</url>",
    },
  ]);
  expect(suggestionsOf(links, false)[0]?.description).toBe("</match><url>x & 'y' \"z\" · https://site.example/");
});

test("given what the search found in a title, then it is marked, and escaped inside", () => {
  const match = {
    title: [
      { text: "<R", found: true },
      { text: "ye", found: false },
    ],
    snippet: [],
  };
  expect(suggestionsOf([link({ match })], true)[0]?.description).toMatch(/^<match>&lt;R<\/match>ye /);
});

test("given any text, then nothing of it is XML", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeXml(text)).not.toMatch(/[<>"'\p{Cc}\uFFFE\uFFFF]|&(?!(?:amp|lt|gt|quot|apos);)/u);
    }),
  );
});

test("given what is entered, then it leads to a link that was offered or to the search, never elsewhere", () => {
  const offered = [link({ url: "https://site.example/rye" }), link({ url: "javascript:alert(1)" })];
  expect(destinationOf("https://site.example/rye", offered, SERVER)).toBe("https://site.example/rye");
  for (const entered of ["rye & oats", "https://evil.example/", "javascript:alert(1)"]) {
    const { origin, pathname, searchParams } = new URL(destinationOf(entered, offered, SERVER));
    expect([origin, pathname, searchParams.get("q")]).toEqual([SERVER, "/links", entered]);
  }
});
