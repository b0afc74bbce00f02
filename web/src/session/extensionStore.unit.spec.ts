import { expect, test } from "vitest";
import { type Browser, storeOf } from "./extensionStore.ts";

const brands = (...names: string[]) => ({ mobile: false, brands: names.map((brand) => ({ brand })) });
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

test.each<[string, Browser, string | undefined]>([
  ["Chrome", { userAgent: CHROME, userAgentData: brands("Chromium", "Google Chrome", "Not;A=Brand") }, "chrome"],
  ["Chrome that tells no brands", { userAgent: CHROME }, "chrome"],
  ["Firefox", { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0" }, "firefox"],
  ["Edge", { userAgent: `${CHROME} Edg/156.0`, userAgentData: brands("Chromium", "Microsoft Edge") }, undefined],
  ["Edge that tells no brands", { userAgent: `${CHROME} Edg/156.0` }, undefined],
  ["Opera that tells no brands", { userAgent: `${CHROME} OPR/120.0` }, undefined],
  ["Safari", { userAgent: "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15" }, undefined],
  ["Chrome on a phone", { userAgent: CHROME, userAgentData: { ...brands("Google Chrome"), mobile: true } }, undefined],
  ["Chrome on Android", { userAgent: CHROME.replace("X11; Linux x86_64", "Linux; Android 16") }, undefined],
  ["Firefox on Android", { userAgent: "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Firefox/150.0" }, undefined],
])("%s is offered the right extension", (_, browser, store) => {
  expect(storeOf(browser)).toBe(store);
});
