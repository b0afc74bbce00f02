import { expect, test } from "vitest";
import { movedTo } from "./moved-to.ts";

const hop = (url: string, permanent = true) => ({ url, permanent });
const old = "https://blog.example/2019/05/an-article";
const anew = "https://ada.example/writing/an-article";

test("given a permanent redirect to another page, then it has moved there", () => {
  expect(movedTo(old, [hop(old)], anew)).toBe(anew);
});

test("given a fragment, then it goes along", () => {
  expect(movedTo(`${old}#part-2`, [hop(old)], anew)).toBe(`${anew}#part-2`);
});

test("given several permanent redirects, then it has moved to their end", () => {
  expect(movedTo(old, [hop(old), hop("https://between.example/")], anew)).toBe(anew);
});

test.each([
  ["no redirect", old, [], old],
  ["a redirect for now", old, [hop(old, false)], anew],
  ["one redirect of several that is for now", old, [hop(old), hop(anew, false)], anew],
  ["another scheme", "http://blog.example/2019/05/an-article", [hop(old)], old],
  ["www.", old, [hop(old)], "https://www.blog.example/2019/05/an-article"],
  ["a slash at the end", old, [hop(old)], `${old}/`],
  ["a home page, where what is gone ends", old, [hop(old)], "https://blog.example/"],
  ["a page to sign in", old, [hop(old)], "https://blog.example/login?next=/2019"],
  ["a page to agree to cookies", old, [hop(old)], "https://consent.example/consent/an-article"],
  ["a short link, which is as good as ever", "https://t.example/AbC123", [hop("https://t.example/AbC123")], anew],
])("given %s, then it has not moved", (_, url, redirects, finalUrl) => {
  expect(movedTo(url, redirects, finalUrl)).toBeUndefined();
});
