import { expect, test } from "vitest";
import { parseUrl } from "./urls.ts";

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
