import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { withoutPause } from "./promptReact.ts";

const folder = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));

test("React as it is installed holds nothing back", () => {
  const code = readFileSync(join(folder, "cjs/react-dom-client.production.js"), "utf8");
  const prompt = withoutPause(code);
  expect(code).toContain("globalMostRecentFallbackTime + 300");
  expect(prompt).not.toContain("globalMostRecentFallbackTime + 300");
  expect(prompt).toContain("((exitStatus = 0)");
});

test("another React is not taken for it", () => {
  expect(() => withoutPause("const pause = 300;")).toThrow("React has not one");
});
