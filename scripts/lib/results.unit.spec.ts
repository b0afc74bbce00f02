import { describe, expect, test } from "vitest";
import { closingLine, countResults, SECOND_TRIES_MAX, tooUnsteady } from "./results.mjs";

const vitest = (passed: number, failed: number, pending = 0, todo = 0, assertionResults: object[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: [{ assertionResults }],
  });
const playwright = (stats: object, specs: object[] = []) =>
  JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    suites: [{ specs: [], suites: [{ specs }] }],
  });

describe("the counts of a tier", () => {
  test.each([
    ["Vitest's report", vitest(7, 0, 2, 1), 0, { passed: 7, failed: 0, skipped: 3 }],
    ["Vitest's report of failures", vitest(7, 2), 1, { passed: 7, failed: 2, skipped: 0 }],
    ["Playwright's report", playwright({ expected: 4, skipped: 1 }), 0, { passed: 4, failed: 0, skipped: 1 }],
    ["Playwright's report of failures", playwright({ unexpected: 1 }), 1, { passed: 0, failed: 1, skipped: 0 }],
  ])("given %s, then it is counted as it is", (_what, report, exitCode, counts) => {
    expect(countResults(report, exitCode)).toEqual({ ...counts, broken: [], unsteady: [] });
  });

  test("given tests that passed at their second try, then they have passed, and are named", () => {
    const steady = { fullName: "steady", status: "passed", failureMessages: [] };
    const unsteady = { fullName: "unsteady", status: "passed", failureMessages: ["not yet"] };
    expect(countResults(vitest(2, 0, 0, 0, [steady, unsteady]), 0)).toMatchObject({
      passed: 2,
      failed: 0,
      unsteady: ["unsteady (not yet)"],
    });
    const specs = [
      { title: "steady", tests: [{ status: "expected" }] },
      { title: "unsteady", tests: [{ status: "flaky" }] },
    ];
    expect(countResults(playwright({ expected: 1, flaky: 1 }, specs), 0)).toMatchObject({
      passed: 2,
      failed: 0,
      unsteady: ["unsteady"],
    });
  });

  test("given tests that failed at each try, then they are named with the first line of the reason, and are no unsteady ones", () => {
    const failed = { fullName: "broken", status: "failed", failureMessages: ["not yet\n  at line 1", "never"] };
    expect(countResults(vitest(0, 1, 0, 0, [failed]), 1)).toMatchObject({
      failed: 1,
      broken: ["broken (not yet)"],
      unsteady: [],
    });
    const results = [{ error: { message: "\u001b[31mnot yet\u001b[39m\nat line 1" } }];
    const specs = [{ title: "broken", tests: [{ status: "unexpected", results }] }];
    expect(countResults(playwright({ unexpected: 1 }, specs), 1)).toMatchObject({
      failed: 1,
      broken: ["broken (not yet)"],
      unsteady: [],
    });
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
      { passed: 10, failed: 0, skipped: 0, broken: [], unsteady: [] },
      { passed: 5, failed: 1, skipped: 0, broken: [], unsteady: ["a test"] },
    ];
    expect(closingLine(tiers)).toBe("15 passed, 1 failed");
  });

  test("given skipped tests, then the line has their number", () => {
    expect(closingLine([{ passed: 5, failed: 0, skipped: 2, broken: [], unsteady: [] }])).toBe(
      "5 passed, 0 failed, 2 skipped",
    );
  });
});

describe("second tries", () => {
  const tier = (tries: number) => ({
    passed: 9,
    failed: 0,
    skipped: 0,
    broken: [],
    unsteady: Array.from({ length: tries }, (_, n) => `test ${n}`),
  });

  test("given as many as there may be over all tiers, then nothing is added", () => {
    expect(tooUnsteady([tier(1), tier(SECOND_TRIES_MAX - 1)])).toEqual([]);
  });

  test("given one more, then the run has one failure, which says so", () => {
    const tiers = [tier(1), tier(SECOND_TRIES_MAX)];
    const found = tooUnsteady(tiers);
    expect(found).toMatchObject([{ failed: 1, fault: "4 passed only at the second try, and 3 may" }]);
    expect(closingLine([...tiers, ...found])).toBe("18 passed, 1 failed");
  });
});
