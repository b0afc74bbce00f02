import { execFileSync } from "node:child_process";

/** The output of Git; undefined after an error: no such branch or commit, no Git, no checkout. */
function git(folder, ...args) {
  try {
    return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * The commit that a change is compared with: `PROVE_SINCE`, which a build server can set to its last build; else the merge base
 * with `origin/main`; on that branch itself the (first) parent.
 * @param {string} folder the checkout
 * @returns {string | undefined} undefined where there is none, as in a clone of one commit
 */
export function comparedWith(folder, env = process.env) {
  if (env.PROVE_SINCE) return git(folder, "rev-parse", "--verify", "--quiet", `${env.PROVE_SINCE}^{commit}`);
  const head = git(folder, "rev-parse", "HEAD");
  const left = git(folder, "merge-base", "HEAD", "origin/main");
  if (left !== undefined && left !== head) return left;
  return git(folder, "rev-parse", "--verify", "--quiet", "HEAD^1");
}

/**
 * The files that differ from a commit, committed or not.
 * @param {string} folder the checkout
 * @param {string} commit
 * @returns {string[]} paths from its root
 */
export const changedSince = (folder, commit) =>
  (git(folder, "diff", "--name-only", commit, "--") ?? "").split("\n").filter((file) => file !== "");
