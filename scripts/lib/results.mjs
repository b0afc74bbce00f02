/**
 * The results of a tier. `broken` names the failed tests, with the first line of the reason; `unsteady` the passed tests that
 * failed at their first attempt: on shared machines, continuous integration allows a second one, and reports it.
 * @typedef {{ passed: number, failed: number, skipped: number, broken: string[], unsteady: string[] }} Counts
 */

/**
 * The counts of one tier, from the report of its runner and its exit code. An error outside of tests (a file that does not
 * load, a runner that crashed), a missing report and a tier without tests count as one failure.
 * @param {string | undefined} report the JSON report of Vitest or Playwright
 * @param {number} exitCode
 * @returns {Counts & { fault?: string }}
 */
export function countResults(report, exitCode) {
  if (report === undefined) {
    return { passed: 0, failed: 1, skipped: 0, broken: [], unsteady: [], fault: "left no result" };
  }
  const counts = read(JSON.parse(report));
  if (counts.failed > 0) return counts;
  if (exitCode !== 0) return { ...counts, failed: 1, fault: `ended with exit code ${exitCode}` };
  if (counts.passed === 0) return { ...counts, failed: 1, fault: "ran no test" };
  return counts;
}

const read = (report) => (report.stats === undefined ? readVitest(report) : readPlaywright(report));

function readVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    broken: tests
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => named(fullName, failureMessages[0])),
    // Vitest keeps the messages of the first attempt.
    unsteady: tests
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => named(fullName, failureMessages[0])),
  };
}

function readPlaywright({ stats: { expected, unexpected, flaky, skipped }, suites }) {
  const specs = specsOf({ suites });
  const ended = (outcome) =>
    specs
      .filter(({ tests }) => tests.some(({ status }) => status === outcome))
      .map(({ title, tests }) => named(title, firstError(tests)));
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    broken: ended("unexpected"),
    unsteady: ended("flaky"),
  };
}

const firstError = (tests) =>
  tests.flatMap(({ results = [] }) => results).find(({ error }) => error !== undefined)?.error.message;

const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, "g");

/** A test by its name and the first line of its error. */
function named(name, message = "") {
  const [reason = ""] = message.replace(COLOURS, "").split("\n");
  return reason === "" ? name : `${name} (${reason})`;
}

/** The specs of a suite of Playwright's and of the suites in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Tests of one run that may need a second attempt; more of them are not explained by a busy machine. */
export const SECOND_TRIES_MAX = 3;

/**
 * A further failure where too many tests passed only at their second attempt.
 * @param {Counts[]} tiers
 * @returns {(Counts & { tier: string, fault: string })[]} empty, or one entry to be counted with the tiers
 */
export function tooUnsteady(tiers) {
  const tries = tiers.reduce((sum, { unsteady }) => sum + unsteady.length, 0);
  if (tries <= SECOND_TRIES_MAX) return [];
  const fault = `${tries} passed only at the second try, and ${SECOND_TRIES_MAX} may`;
  return [{ tier: "unsteady", passed: 0, failed: 1, skipped: 0, broken: [], unsteady: [], fault }];
}

/**
 * The closing line over all tiers: `12 passed, 0 failed`, and `, 3 skipped` where some were.
 * @param {Counts[]} tiers
 */
export function closingLine(tiers) {
  const sum = (key) => tiers.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
