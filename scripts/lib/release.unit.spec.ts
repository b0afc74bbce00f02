import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VERSION } from "@satchel/contracts";
import { expect, onTestFinished, test } from "vitest";
import { checksumLines, releaseFaults, sectionOf } from "./release.mjs";

const root = join(import.meta.dirname, "../..");
const CHANGELOG =
  "# Changelog\n\nWords.\n\n## 1.10.0\n\n- New.\n\n## 1.1.0 (2026-01-01)\n\n- Old.\n- Older.\n\n## 1.0.0\n";

test.each([
  ["1.10.0", "- New."],
  ["1.1.0", "- Old.\n- Older."],
  ["1.0.0", ""],
  ["1.1", undefined],
  ["2.0.0", undefined],
])("the notes of %s are its own section of the changelog", (version, section) => {
  expect(sectionOf(CHANGELOG, version)).toBe(section);
});

test("this version has notes", () => {
  expect(sectionOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), VERSION)?.length).toBeGreaterThan(100);
});

const well = { version: "1.2.3", section: "- New.", changed: [], tags: ["v1.2.2"] };
test.each([
  ["nothing is in the way", {}, []],
  ["the version is none", { version: "1.2" }, [/no version/]],
  ["the version would be another argument", { version: "--help" }, [/no version/]],
  ["the changelog lacks it", { section: undefined }, [/no section "## 1\.2\.3"/]],
  ["its section is empty", { section: "" }, [/is empty/]],
  ["something is not committed", { changed: ["a.ts"] }, [/Not committed: a\.ts/]],
  ["it was released", { tags: ["v1.2.3"] }, [/a tag v1\.2\.3 already/]],
])("when %s, then the release says so", (_name, change, faults) => {
  expect(releaseFaults({ ...well, ...change })).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});

test("sha256sum accepts the checksums, and refuses them when a file was altered", () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "one"), "content");
  const sha256 = createHash("sha256").update("content").digest("hex");
  writeFileSync(join(folder, "SHA256SUMS"), checksumLines([{ name: "one", sha256 }]));
  const check = (): string =>
    execFileSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder, stdio: "pipe" }).toString();
  expect(check()).toBe("one: OK\n");
  writeFileSync(join(folder, "one"), "altered");
  expect(check).toThrow();
});
