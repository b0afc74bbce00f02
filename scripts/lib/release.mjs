/**
 * The section of a version in the changelog, without its heading.
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined} undefined where there is none
 */
export function sectionOf(changelog, version) {
  const lines = changelog.split("\n");
  const isHeading = (line) => line === `## ${version}` || line.startsWith(`## ${version} `);
  const first = lines.findIndex(isHeading);
  if (first === -1) return undefined;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => line.startsWith("## "));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join("\n")
    .trim();
}

/** A version that can be released (semver.org), without build metadata, which a tag of an image can't have. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z.-]+)?$/i;

/**
 * What is in the way of a release.
 * @param {object} found
 * @param {string} found.version of package.json
 * @param {string | undefined} found.section of the changelog
 * @param {readonly string[]} found.changed files that are not committed
 * @param {readonly string[]} found.tags of the repository
 * @returns {string[]} one sentence each, none where nothing is
 */
export function releaseFaults({ version, section, changed, tags }) {
  const faults = [];
  if (!VERSION.test(version)) faults.push(`${version} is no version that can be released.`);
  if (section === undefined) faults.push(`CHANGELOG.md has no section "## ${version}".`);
  else if (section === "") faults.push(`The section of ${version} in CHANGELOG.md is empty.`);
  if (changed.length > 0) faults.push(`Not committed: ${changed.slice(0, 10).join(", ")}.`);
  if (tags.includes(`v${version}`)) faults.push(`There is a tag v${version} already: raise the version.`);
  return faults;
}

/**
 * The lines of a file that `sha256sum --check` reads.
 * @param {readonly { name: string, sha256: string }[]} files
 */
export const checksumLines = (files) => files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
