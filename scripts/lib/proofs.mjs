/** The exit code of a proof that could not be run here: it says why. */
export const NOT_RUN = 3;

/** What `npm run prove` runs, in this order: each is `npm run prove:<name>` too. */
export const PROOFS = ["api", "texts", "scaling"];

/**
 * One line on what became of some proofs.
 * @param {readonly { name: string, code: number }[]} outcomes the exit code of each
 * @returns {string}
 */
export function provenLine(outcomes) {
  const named = (isIt) =>
    outcomes
      .filter(({ code }) => isIt(code))
      .map(({ name }) => name)
      .join(", ");
  const parts = [
    ["holds", named((code) => code === 0)],
    ["does not hold", named((code) => code !== 0 && code !== NOT_RUN)],
    ["not run", named((code) => code === NOT_RUN)],
  ];
  return parts.flatMap(([what, names]) => (names === "" ? [] : [`${what}: ${names}`])).join("; ");
}

/**
 * The exit code that goes with it: a proof that was not run has proved nothing.
 * @param {readonly { code: number }[]} outcomes
 * @returns {number}
 */
export const provenCode = (outcomes) =>
  outcomes.some(({ code }) => code !== 0 && code !== NOT_RUN)
    ? 1
    : outcomes.some(({ code }) => code === NOT_RUN)
      ? NOT_RUN
      : 0;
