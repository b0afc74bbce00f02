import { describe, expect, it } from "vitest";
import { describeText, jsonLd } from "../../../test/html.ts";

describe("JSON-LD", () => {
  it.each([
    [
      "in a graph",
      jsonLd({
        "@graph": [
          { "@type": "WebSite", name: "Site" },
          { "@type": "NewsArticle", headline: "H" },
        ],
      }),
    ],
    [
      "in a list",
      jsonLd([
        { "@type": "BreadcrumbList", name: "b" },
        { "@type": ["Thing", "Article"], name: "H" },
      ]),
    ],
    ["in a list of lists", jsonLd([[{ "@type": "BreadcrumbList", name: "b" }], [{ "@type": "Article", name: "H" }]])],
    ["in a graph of lists", jsonLd({ "@graph": [[{ "@type": "Article", headline: "H" }]] })],
    ["with raw line breaks", jsonLd('{"@type":"Article","headline":"H",\n"description":"a\nb\tc"}')],
    ["in a comment", jsonLd('<!-- {"@type":"Article","headline":"H"} -->')],
    ["in CDATA", jsonLd('//<![CDATA[\n{"@type":"Article","headline":"H"}\n//]]>')],
    ["ended like a statement", jsonLd('{"@type":"Article","headline":"H"};')],
    ["after a broken block", jsonLd('{"headline": "A", }}') + jsonLd({ headline: "H" })],
    ["with a language", jsonLd({ headline: { "@value": "H", "@language": "en" } })],
    ["with parameters in its type", '<script type="Application/LD+JSON; charset=utf-8">{"headline":"H"}</script>'],
  ])("is read %s", (_, html) => {
    expect(describeText(html).title).toBe("H");
  });

  it.each([
    "",
    "null",
    "1",
    '"text"',
    "[]",
    "[[[]]]",
    "{",
    '{"headline": 1}',
    '{"@type":"Organization","name":"O"}',
    '{"__proto__": {"headline":"x"}}',
  ])("%s gives no title", (json) => {
    expect(describeText(jsonLd(json))).not.toHaveProperty("title");
  });

  it("names the site", () => {
    expect(describeText(jsonLd({ "@type": "WebSite", name: "Site" })).siteName).toBe("Site");
    expect(describeText(jsonLd({ headline: "x", publisher: { name: "Paper" } })).siteName).toBe("Paper");
  });
});
