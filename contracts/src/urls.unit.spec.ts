import { expect, test } from "vitest";
import { parseUrl, parseWebUrl } from "./urls.ts";

test.each([
  ["an address", "https://a.example/b", undefined, "https://a.example/b"],
  [
    "an address with other letters",
    "https://käse.example/straße",
    undefined,
    "https://xn--kse-qla.example/stra%C3%9Fe",
  ],
  ["a path and its base", "/b?c", "https://a.example/x", "https://a.example/b?c"],
  ["a path alone", "/b", undefined, undefined],
  ["no address", "https://", undefined, undefined],
  ["nothing", "", undefined, undefined],
])("given %s, then it is read as the standard says", (_what, text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

test("given an address with other letters in a process that has seen many, then it is an address still", () => {
  const isAddress = (text: string): boolean => parseUrl(text) !== undefined;
  const refused = Array.from({ length: 50_000 }, () => isAddress("https://käse.example/straße")).indexOf(false);
  expect(refused).toBe(-1);
});

const HAN = "漢".repeat(2000);
test.each([
  ["a host", `https://${HAN}.example/`, undefined],
  ["an escaped host", `https://${encodeURIComponent(HAN)}.example/`, undefined],
  ["a host behind blanks, with line ends in it", ` \nht\ttps:/\n/\\${HAN}.example/`, undefined],
  ["a host of the base's scheme", `//${HAN}.example/`, "https://a.example/"],
  ["a host behind a user name", `https://me@${HAN}.example/`, undefined],
])("given %s that is longer than names are, then it is no address, and nothing is made of it", (_what, text, base) => {
  expect(parseUrl(text, base)).toBeUndefined();
});

test("given a long path, query or relative address, then it is one still", () => {
  const tail = encodeURIComponent(HAN);
  for (const text of [`https://a.example/${HAN}`, `https://a.example?${HAN}`, `https://a.example#${HAN}`])
    expect(parseUrl(text)?.href).toContain(tail);
  for (const text of [HAN, `/${HAN}`]) expect(parseUrl(text, "https://a.example/")?.pathname).toBe(`/${tail}`);
  expect(parseUrl(`data:text/plain,${"a".repeat(5000)}`)?.protocol).toBe("data:");
});

test.each([
  ["dots", "https://...", undefined],
  ["a quotation mark", 'https://"', undefined],
  ["a placeholder", "http://_/path", undefined],
  ["no host in a page", "https:///", undefined],
  ["other letters", "https://käse", "https://xn--kse-qla/"],
  ["a picture", "https://😀", "https://xn--e28h/"],
  ["digits", "http://1", "http://0.0.0.1/"],
  ["IPv6", "http://[::]/", "http://[::]/"],
])("given a web address whose host is %s, then it is read only where a site can be there", (_what, text, href) => {
  expect(parseWebUrl(text)?.href).toBe(href);
});
