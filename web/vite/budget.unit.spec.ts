import { expect, test } from "vitest";
import { initialScripts, packedBytes, type Script } from "./budget.ts";

const script = (imports: string[], more: Partial<Script> = {}): Script => ({
  code: "x",
  isEntry: false,
  moduleIds: [],
  imports,
  ...more,
});

const scripts: Record<string, Script> = {
  "index.js": script(["react.js"], { isEntry: true }),
  "react.js": script([]),
  "LinksPage.js": script(["react.js", "list.js"], { moduleIds: ["/home/web/src/features/links/LinksPage.tsx"] }),
  "list.js": script(["LinksPage.js"]),
  "LandingPage.js": script(["react.js"], { moduleIds: ["/home/web/src/features/landing/LandingPage.tsx"] }),
};

test("a page begins with the entry, its own part and all that these import, each once", () => {
  expect(initialScripts(scripts, ["src/features/links/LinksPage.tsx"]).sort()).toEqual([
    "LinksPage.js",
    "index.js",
    "list.js",
    "react.js",
  ]);
});

test("a page that is no part of its own any more is a fault, and not a page that costs little", () => {
  expect(() => initialScripts(scripts, ["src/features/links/OtherPage.tsx"])).toThrow("No script holds");
});

test("scripts cost what they weigh when packed", () => {
  const long = { "a.js": script([], { code: "a".repeat(10_000) }), "b.js": script([], { code: "b" }) };
  expect(packedBytes(long, ["a.js", "b.js"])).toBeLessThan(200);
  expect(packedBytes(long, ["a.js", "b.js"])).toBeGreaterThan(packedBytes(long, ["a.js"]));
});
