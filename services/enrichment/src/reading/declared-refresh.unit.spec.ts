import { describe, expect, it } from "vitest";
import type { FetchedPage } from "../fetching/fetch-result.ts";
import { REFRESH_SEARCH_BYTES } from "../limits.ts";
import { declaredRefresh } from "./declared-refresh.ts";

const refreshIn = (html: string, contentType = "text/html") =>
  declaredRefresh({ bytes: new TextEncoder().encode(html), contentType } as FetchedPage);

const META = '<meta http-equiv="refresh" content="0; url=/next">';

describe("a refresh that a page says", () => {
  it.each([
    ["in its head", `<head>${META}<title>x</title>`],
    ["in capitals and another order", '<META content="0; url=/next" HTTP-EQUIV=Refresh>'],
    ["first", `${META}<meta http-equiv="refresh" content="0; url=/other">`],
  ])("is found %s", (_, html) => {
    expect(refreshIn(html)).toEqual({ content: "0; url=/next", isNoscript: false });
  });

  it("is known to be for browsers without JavaScript", () => {
    expect(refreshIn(`<head><noscript>${META}</noscript>`)).toEqual({ content: "0; url=/next", isNoscript: true });
  });

  it.each([
    ["in a comment", `<!-- ${META} -->`],
    ["in a script", `<script>document.write('${META}')</script>`],
    ["under another name", META.replace("http-equiv", "name")],
    ["behind the beginning of a page", " ".repeat(REFRESH_SEARCH_BYTES) + META],
    ["without content", '<meta http-equiv="refresh">'],
  ])("is none %s", (_, html) => {
    expect(refreshIn(html)).toBeUndefined();
  });

  it("is none in what is no HTML", () => {
    expect(refreshIn(META, "text/plain")).toBeUndefined();
    expect(refreshIn(META, "application/json")).toBeUndefined();
  });
});
