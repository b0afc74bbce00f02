import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { changedSince, comparedWith } from "./changed.mjs";

/** A checkout with a commit for each of these files, which are of the branch main. */
async function checkout(...files: string[]): Promise<{ folder: string; git: (...args: string[]) => string }> {
  const folder = await tempDir();
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=Anna", "-c", "user.email=anna@post.example", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  for (const file of files) commit(folder, git, file);
  return { folder, git };
}

function commit(folder: string, git: (...args: string[]) => string, file: string): void {
  writeFileSync(join(folder, file), file);
  git("add", ".");
  git("commit", "--quiet", "--message", file);
}

test("given a branch that left origin/main, when files are compared, then those of the branch and of the work tree count", async () => {
  const { folder, git } = await checkout("one", "two");
  git("update-ref", "refs/remotes/origin/main", "HEAD~1");
  commit(folder, git, "three");
  writeFileSync(join(folder, "one"), "changed");

  const base = comparedWith(folder, {});

  expect(base).toBe(git("rev-parse", "origin/main"));
  expect(changedSince(folder, base ?? "")).toEqual(["one", "three", "two"]);
});

test("given origin/main itself, when files are compared, then those of its last commit count", async () => {
  const { folder, git } = await checkout("one", "two");
  git("update-ref", "refs/remotes/origin/main", "HEAD");

  expect(changedSince(folder, comparedWith(folder, {}) ?? "")).toEqual(["two"]);
});

test("given a commit in PROVE_SINCE, when files are compared, then it is compared with that", async () => {
  const { folder, git } = await checkout("one", "two", "three");

  expect(comparedWith(folder, { PROVE_SINCE: "HEAD~2" })).toBe(git("rev-parse", "HEAD~2"));
  expect(comparedWith(folder, { PROVE_SINCE: "nowhere" })).toBeUndefined();
});

test("given one commit alone, or no checkout, then there is nothing to compare with", async () => {
  const { folder } = await checkout("one");

  expect(comparedWith(folder, {})).toBeUndefined();
  expect(comparedWith(await tempDir(), {})).toBeUndefined();
});
