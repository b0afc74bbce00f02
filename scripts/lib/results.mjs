/**
 * What a tier came to. `unsteady` names the tests among the passed that failed at their first try: where a machine is
 * shared, continuous integration gives each a second one, and says so.
 * @typedef {{ passed: number, failed: number, skipped: number, unsteady: string[] }} Counts
 */

/**
 * The counts of one tier, from the report of its runner and its exit code. What failed without being a test (a file
 * that does not load, an error outside of tests, a runner that crashed) counts as one failure, and so do a missing
 * report and a tier in which nothing ran.
 * @param {string | undefined} report the JSON report of Vitest or Playwright
 * @param {number} exitCode
 * @returns {Counts & { fault?: string }}
 */
export function countResults(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, unsteady: [], fault: "left no result" };
  const counts = read(JSON.parse(report));
  if (counts.failed > 0) return counts;
  if (exitCode !== 0) return { ...counts, failed: 1, fault: `ended with exit code ${exitCode}` };
  if (counts.passed === 0) return { ...counts, failed: 1, fault: "ran no test" };
  return counts;
}

function read(report) {
  if (report.stats !== undefined) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    const unsteady = specsOf(report).filter((spec) => spec.tests.some(({ status }) => status === "flaky"));
    return { passed: expected + flaky, failed: unexpected, skipped, unsteady: unsteady.map(({ title }) => title) };
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report;
  const unsteady = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    // Vitest keeps what went wrong at the first try.
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    unsteady: unsteady.map(({ fullName }) => fullName),
  };
}

/** The specs of a suite of Playwright's and of the suites in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * The closing line over all tiers: `12 passed, 0 failed`, and `, 3 skipped` where some were.
 * @param {Counts[]} tiers
 */
export function closingLine(tiers) {
  const sum = (key) => tiers.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
