import { expect, test } from "vitest";
import type { Result } from "./cell.ts";
import { rowOf, withRows } from "./table.ts";
import { defectsOf } from "./verdict.ts";

const result: Result = {
  part: "gateway",
  fault: "sigkill",
  how: "gateway, 1 s",
  calls: [
    { kind: "save", at: 0, ms: 1500, outcome: "ok" },
    { kind: "save", at: 0, ms: 5, outcome: "500 An unexpected error occurred. Please try again." },
    { kind: "change", at: 0, ms: 5, outcome: "404 Link not found" },
    { kind: "mail", at: 0, ms: 5, outcome: "451 4.3.0 Mail can't be stored right now, please try again later." },
    { kind: "mail", at: 0, ms: 5, outcome: "broken: no answer" },
  ],
  recovery: { calls: 2, slowest: "save", tables: 1, ready: undefined },
  restartedByHand: ["gateway"],
  restarts: new Map(),
  verdict: { acknowledged: 1, lost: ["save x"], doubled: [], unread: 0 },
};

test("given a cell with undocumented answers, then each is a defect, and so are lost writes and restarts by hand", () => {
  expect(defectsOf(result)).toEqual([
    "lost: save x",
    "did not recover before gateway was restarted by hand",
    "not documented: save 500 An unexpected error occurred. Please try again.",
    "not documented: change 404 Link not found",
    "not documented: mail broken: no answer",
  ]);
});

test("given a table with other rows, when a cell was run again, then only its row is replaced", () => {
  const document = "Before\n<!-- faults: begin; written by npm run faults -->\n<!-- faults: end -->\nBehind\n";
  const first = withRows(document, [rowOf(result, "1, abc"), rowOf({ ...result, part: "links" }, "1, abc")], "Here.");
  const second = withRows(first, [rowOf(result, "2, def")], "There.");
  expect(second.match(/^\| (gateway|links) .*$/gm)).toEqual([
    rowOf({ ...result, part: "links" }, "1, abc"),
    rowOf(result, "2, def"),
  ]);
  expect(second).toMatch(/^Before\n[^]*There\.[^]*\nBehind\n$/);
  expect(second).toContain("**of 1: 1 lost, 0 twice**");
});
