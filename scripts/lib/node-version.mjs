/** The oldest Node.js that Satchel supports, as in `engines` of package.json. */
const OLDEST = [20, 19];

/**
 * The error for a Node.js that is too old.
 * @param {string} version such as "18.20.4"
 * @returns {string | undefined} undefined when it is new enough
 */
export function nodeFault(version) {
  const [major, minor] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `Satchel needs Node.js ${OLDEST.join(".")} or newer, and this is ${version}. Install a newer one from https://nodejs.org`;
}

/** Ends the process with a clear message where Node.js is too old. */
export function demandNode() {
  const fault = nodeFault(process.versions.node);
  if (fault === undefined) return;
  console.error(fault);
  process.exit(1);
}
