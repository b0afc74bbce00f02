import { expect, test } from "vitest";
import { nameInAddress } from "./shares.ts";

test.each([
  ["https://links.example/s/ada-reading", "ada-reading"],
  [" http://localhost:3000/s/XoN_mxx1eDbQ-aaaaaaaaa?page=2 ", "XoN_mxx1eDbQ-aaaaaaaaa"],
  ["https://links.example/s/ada/feed.atom", "ada"],
  ["/s/ada", "ada"],
  ["ada-reading", "ada-reading"],
  ["https://links.example/links/ada", ""],
  ["https://links.example/", ""],
  ["a b", ""],
  ["*", ""],
  ["x".repeat(61), ""],
  ["", ""],
])("%j names %j", (text, name) => expect(nameInAddress(text)).toBe(name));
