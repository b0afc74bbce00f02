import { randomFrom } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "./call.ts";
import { type Cell, runCell } from "./cell.ts";
import { checkWrites } from "./check.ts";
import { Load } from "./load.ts";
import { startSystem, type System } from "./system.ts";
import { defectsOf } from "./verdict.ts";

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
      expect(result.restartedByHand).toEqual([]);
    },
  );

  test("when an acknowledged write is missing and another one exists twice, then both are reported", async () => {
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
