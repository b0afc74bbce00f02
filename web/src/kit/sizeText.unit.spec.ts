import { expect, test } from "vitest";
import { sizeText } from "./sizeText.ts";

test.each([
  [0, "en", "0 bytes"],
  [1, "en", "1 byte"],
  [999, "en", "999 bytes"],
  [1000, "en", "1 kB"],
  [3_200_000, "en", "3.2 MB"],
  [3_200_000, "de", "3,2 MB"],
  [4_700_000_000, "en", "4.7 GB"],
  [5_000_000_000_000_000, "en", "5,000 TB"],
])("a file of %i octets is shown in %s as %s", (bytes, language, text) => {
  expect(sizeText(bytes, language).replace(/\u00a0/g, " ")).toBe(text);
});
