import { describe, expect, test } from "vitest";
import { closingLine, countResults } from "./results.mjs";

const vitest = (passed: number, failed: number, pending = 0, todo = 0) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo });
const playwright = (stats: object) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } });

describe("the counts of a tier", () => {
  test.each([
    ["Vitest's report", vitest(7, 0, 2, 1), 0, { passed: 7, failed: 0, skipped: 3 }],
    ["Vitest's report of failures", vitest(7, 2), 1, { passed: 7, failed: 2, skipped: 0 }],
    ["Playwright's report", playwright({ expected: 4, skipped: 1 }), 0, { passed: 4, failed: 0, skipped: 1 }],
    ["a flaky test", playwright({ expected: 4, flaky: 1 }), 0, { passed: 4, failed: 1, skipped: 0 }],
  ])("given %s, then it is counted as it is", (_what, report, exitCode, counts) => {
    expect(countResults(report, exitCode)).toEqual(counts);
  });

  test.each([
    ["no report", undefined, 1, 0, "left no result"],
    ["a file that did not load", vitest(5, 0), 1, 5, "ended with exit code 1"],
    ["no test at all", vitest(0, 0, 3), 0, 0, "ran no test"],
  ])("given %s, then that is one failure", (_what, report, exitCode, passed, fault) => {
    expect(countResults(report, exitCode)).toMatchObject({ passed, failed: 1, fault });
  });
});

describe("the closing line", () => {
  test("given several tiers, then it is their sum", () => {
    const tiers = [
      { passed: 10, failed: 0, skipped: 0 },
      { passed: 5, failed: 1, skipped: 0 },
    ];
    expect(closingLine(tiers)).toBe("15 passed, 1 failed");
  });

  test("given skipped tests, then they are not passed over", () => {
    expect(closingLine([{ passed: 5, failed: 0, skipped: 2 }])).toBe("5 passed, 0 failed, 2 skipped");
  });
});
