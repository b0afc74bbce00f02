import { DEVICE_CHARS } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0`, "Opera on Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/138.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.0.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPad",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Linux"],
  ["curl/8.14.1", "curl"],
  ["node", "Unknown device"],
  ["", "Unknown device"],
  [undefined, "Unknown device"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["Firefox", "Unknown device"],
])("the browser %j is a session called %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test("whatever a client calls itself, its session has a short name of letters that it did not choose", () => {
  const pieces = ["Firefox/1", "Chrome/", " Edg/", "Android", "Windows", "\u202e", "\0", "<b>", "\ud800"];
  const userAgents = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })))
    .map((all) => all.join(" "));
  fc.assert(
    fc.property(userAgents, (userAgent) => {
      const device = deviceOf(userAgent);
      expect(device).toMatch(/^[A-Za-z ]+$/);
      expect(device.length).toBeLessThanOrEqual(DEVICE_CHARS);
    }),
  );
});

test("a name of a million characters costs no more than a short one", () => {
  expect(deviceOf("Version/".repeat(125_000))).toBe("Unknown device");
});
