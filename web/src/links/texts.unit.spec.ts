import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import de from "./texts.de.ts";
import en from "./texts.en.ts";
import { aLink } from "./aLink.ts";
import { reasonKey, type LinkTexts, siteNameOf, siteOf, titleOfLink, visitsText } from "./linkText.ts";
import { summaryOf } from "./view.ts";

let t: LinkTexts;
let tDe: LinkTexts;
beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { links: en }, de: { links: de } },
    interpolation: { escapeValue: false },
  });
  t = i18next.getFixedT("en", "links");
  tDe = i18next.getFixedT("de", "links");
});

describe("what is said of a link", () => {
  it("without a title is Untitled Link", () => {
    expect(titleOfLink(aLink("x", 0, { title: null }), t)).toBe("Untitled Link");
  });

  it("counts its visits from the first on", () => {
    expect([0, 1, 2, 1284].map((count) => visitsText(count, t))).toEqual([
      undefined,
      "1 visit",
      "2 visits",
      "1,284 visits",
    ]);
    expect([1, 1284].map((count) => visitsText(count, tDe))).toEqual(["1 Besuch", "1.284 Besuche"]);
  });

  it("names its site", () => {
    expect(siteOf("https://www.post.example:8080/path")).toBe("post.example");
    expect(siteOf("no url")).toBe("no url");
    const host = { url: "https://xn--e1afmkfd.xn--p1ai/", site_name: "Example" };
    expect(siteNameOf({ ...host, unicode_host: "пример.рф" })).toBe("пример.рф");
    expect(siteNameOf(host)).toBe("xn--e1afmkfd.xn--p1ai");
  });

  it("says why its page could not be read, and no more than that of a reason it does not know", () => {
    const codes = ["wall-login", "http-status", "dns-failure", "gave-up", "unreadable-encoding", "__proto__", "", null];
    expect(codes.map(reasonKey)).toEqual([
      "login",
      "status",
      "name",
      "gaveUp",
      "unknown",
      "unknown",
      "unknown",
      "unknown",
    ]);
  });
});

describe("what is said under the title of the page", () => {
  it.each([
    ["all", 1284, 37, "1,284 links, 37 not visited yet"],
    ["all", 1, 0, "1 link, all visited"],
    ["all", 0, 0, "Nothing here yet"],
    ["unvisited", 0, undefined, "Nothing waiting"],
    ["folder", 0, undefined, "No links in this folder"],
    ["folder", 2, undefined, "2 links"],
    ["all", undefined, undefined, undefined],
    ["all", 5, undefined, undefined],
  ] as const)("%s with %s links, %s unvisited: %s", (kind, count, unvisited, said) => {
    expect(summaryOf(kind, count, unvisited, t)).toBe(said);
  });
});
