import { randomFrom } from "@satchel/testing";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { call } from "./call.ts";
import { type Cell, type Result, runCell } from "./cell.ts";
import { checkWrites } from "./check.ts";
import { Load } from "./load.ts";
import { startSystem, type System } from "./system.ts";
import { rowOf, withRows } from "./table.ts";
import { defectsOf } from "./verdict.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const SEED = Number(process.env.FAULTS_SEED ?? 1);

let system: System;

beforeAll(async () => {
  system = await startSystem({ random: randomFrom(SEED), clocks: false });
});

const cells: Cell[] = [
  { part: "links", fault: "sigkill" },
  { part: "postgres", fault: "slow-network", lastsMs: 4000 },
];

describe("given Satchel in separate processes under load", () => {
  test.each(cells)(
    "when $fault strikes $part, then nothing acknowledged is lost and it recovers by itself",
    async (cell) => {
      const result = await runCell(system, cell, SEED);
      expect(defectsOf(result)).toEqual([]);
      expect(result.verdict.acknowledged).toBeGreaterThan(0);
      expect(result.helped).toEqual([]);
    },
  );

  test("when something acknowledged is missing and something else is there twice, then both are told", async () => {
    const load = await Load.start(system, `forged-${Date.now()}`, randomFrom(SEED));
    await load.stop();
    const twice = `${system.site}/twice`;
    for (let n = 0; n < 2; n++)
      await call(system.url, "POST", "/api/links/", { token: load.user.token, body: { url: twice } });
    load.writes.push(
      { kind: "save", key: twice, acknowledged: true },
      { kind: "folder", key: "nowhere", acknowledged: true },
    );
    const { lost, doubled } = await checkWrites(system, load, 0);
    expect(lost).toEqual(["folder nowhere: journal 0, API 0"]);
    expect(doubled).toEqual([`save ${twice}: journal 2, API 1`]);
  });
});

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
  helped: ["gateway"],
  restarts: new Map(),
  verdict: { acknowledged: 1, lost: ["save x"], doubled: [], unread: 0 },
};

test("given a cell with answers that no page tells of, then each is a defect, and so is what was lost or needed a hand", () => {
  expect(defectsOf(result)).toEqual([
    "lost: save x",
    "did not recover before gateway was restarted by hand",
    "not documented: save 500 An unexpected error occurred. Please try again.",
    "not documented: change 404 Link not found",
    "not documented: mail broken: no answer",
  ]);
});

test("given a table with other rows, when a cell was run again, then its row alone is another one", () => {
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
