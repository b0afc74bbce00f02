import { expect, test } from "vitest";
import { filesOf } from "./chunks.ts";

const imports: Record<string, string[]> = {
  landing: ["form", "brand"],
  archive: ["list", "brand"],
  list: ["row"],
  row: ["list", "icon"],
  keys: ["list", "dialog"],
  brand: ["icon", "/contracts/src/index.ts"],
};

test("what one page alone can't do without is in its file, what several need is in a common one, and what follows both in another, cycles or not", () => {
  const files = filesOf({ out: "landing", in: "archive" }, ["keys"], (id) => imports[id] ?? []);
  expect(Object.fromEntries(files)).toEqual({
    landing: "out",
    form: "out",
    archive: "in",
    list: "in",
    row: "in",
    brand: "pages",
    icon: "pages",
    keys: "soon",
    dialog: "soon",
  });
});
