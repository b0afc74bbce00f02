import { describe, expect, it } from "vitest";
import { aLink } from "./aLink.ts";
import { summaryOf, titleOfLink, visitsText } from "./linkText.ts";
import { hueOf, letterOf, siteOf } from "./site.ts";

describe("what is said of a link", () => {
  it("without a title is Untitled Link", () => {
    expect(titleOfLink(aLink("x", 0, { title: null }))).toBe("Untitled Link");
  });

  it("counts its visits from the first on", () => {
    expect([0, 1, 2].map(visitsText)).toEqual([undefined, "1 visit", "2 visits"]);
  });

  it("names its site and gives it a letter and a colour of its own", () => {
    expect(siteOf("https://www.post.example:8080/path")).toBe("post.example");
    expect(siteOf("no url")).toBe("no url");
    expect(letterOf("ökodorf.example")).toBe("Ö");
    expect(hueOf("post.example")).toBe(hueOf("post.example"));
    expect(hueOf("post.example")).not.toBe(hueOf("bakers-notebook.example"));
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
    expect(summaryOf(kind, count, unvisited)).toBe(said);
  });
});
