import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), `satchel-test-${process.pid}-`));
  const build = (to: string) =>
    run(process.execPath, ["--import", "tsx", "extension/build/pack.ts", join(folder, to)], { cwd: root });
  await Promise.all([build("first"), build("second")]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const hashesIn = async (name: string): Promise<string[]> => {
  const packages = (await readdir(join(folder, name))).filter((file) => file.endsWith(".zip")).toSorted();
  const hash = async (file: string) =>
    createHash("sha256")
      .update(await readFile(join(folder, name, file)))
      .digest("hex");
  return Promise.all(packages.map(async (file) => `${file} ${await hash(file)}`));
};

test("given the same sources, when the packages are built twice, then they are the same, octet by octet", async () => {
  const first = await hashesIn("first");
  expect(first.map((line) => line.split(" ")[0])).toEqual(["satchel-0.1.0-chrome.zip", "satchel-0.1.0-firefox.zip"]);
  expect(await hashesIn("second")).toEqual(first);
});

describe.each(["chrome", "firefox"])("the package for %s", (browser) => {
  const manifest = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(join(folder, `first/${browser}-mv3/manifest.json`), "utf8")) as Record<string, unknown>;

  test("asks for no more than it needs, and runs in no page", async () => {
    expect(await manifest()).toMatchObject({
      manifest_version: 3,
      permissions: ["activeTab", "contextMenus", "scripting", "storage"],
      optional_permissions: ["tabs"],
      optional_host_permissions: ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"],
    });
    for (const key of ["host_permissions", "content_scripts", "externally_connectable", "web_accessible_resources"]) {
      expect(await manifest()).not.toHaveProperty(key);
    }
  });

  test("runs no code but its own, and nothing that is made of texts", async () => {
    const { content_security_policy: policy } = await manifest();
    expect(policy).toMatchObject({
      extension_pages: expect.stringMatching(/^default-src 'none'; script-src 'self';/) as string,
    });
    const files = await readdir(join(folder, `first/${browser}-mv3`), { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of files.filter((file) => /\.(js|html|css)$/.test(file.name))) {
      const text = await readFile(join(parentPath, name), "utf8");
      expect(text).not.toMatch(
        /\beval\(|new Function|innerHTML|importScripts|<script(?![^>]* src="\/)|on(Connect|Message)\b/,
      );
    }
  });
});

test("given the package for Firefox, when Mozilla's linter reads it, then it finds nothing", async () => {
  const linter = join(root, "node_modules/.bin/addons-linter");
  const { stdout } = await run(linter, ["--output", "json", join(folder, "first/satchel-0.1.0-firefox.zip")]);
  const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, unknown[]>;
  expect({ errors, warnings, notices }).toEqual({ errors: [], warnings: [], notices: [] });
}, 60_000);
