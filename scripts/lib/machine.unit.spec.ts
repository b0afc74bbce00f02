import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { browserFault, browserOnPath, extensionBrowserOnPath, firefoxOnPath } from "./browser.mjs";
import { removeLeftovers } from "./leftovers.mjs";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `satchel-test-${process.pid}-`));
  return () => rm(folder, { recursive: true });
});

describe("what killed tests leave behind", () => {
  test("given the directories of a killed and of a running test, then only that of the killed one is removed, and its server is ended", async () => {
    const dead = spawnSync("true").pid;
    const [left, living] = [join(folder, `satchel-test-${dead}-abc`), join(folder, `satchel-test-${process.pid}-abc`)];
    await Promise.all([left, living, join(folder, "other")].map((path) => mkdir(path)));
    await writeFile(join(left, "server.cjs"), "console.log('up'); setInterval(() => {}, 1000);");
    const server = spawn(process.execPath, [join(left, "server.cjs")], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void server.kill("SIGKILL"));
    await once(server.stdout, "data");
    const ended = once(server, "exit");

    removeLeftovers(folder);

    expect(await ended).toEqual([null, "SIGKILL"]);
    expect([left, living, join(folder, "other")].map((path) => existsSync(path))).toEqual([false, true, true]);
  });
});

describe("the browser of the tests", () => {
  const program = async (name: string) => {
    await writeFile(join(folder, name), "#!/bin/sh\n", { mode: 0o755 });
    return join(folder, name);
  };

  test("given several browsers on the PATH, then the headless shell is preferred, then Chromium", async () => {
    await program("google-chrome");
    const chromium = await program("chromium");

    expect(browserOnPath({ PATH: `/nowhere:${folder}` })).toBe(chromium);
    const shell = await program("chromium-headless-shell");
    expect(browserOnPath({ PATH: `/nowhere:${folder}` })).toBe(shell);
  });

  test("given tests of extensions, then the headless shell is not used", async () => {
    const shell = await program("chromium-headless-shell");
    expect(extensionBrowserOnPath({ PATH: folder })).toBeUndefined();
    const chromium = await program("chromium");

    expect(extensionBrowserOnPath({ PATH: folder })).toBe(chromium);
    expect(extensionBrowserOnPath({ PATH: folder, CHROMIUM_BIN: shell })).toBe(chromium);
    const named = await program("my-browser");
    expect(extensionBrowserOnPath({ PATH: folder, CHROMIUM_BIN: named })).toBe(named);
  });

  test("given CHROMIUM_BIN, then it is used instead of the PATH, and a wrong one is an error", async () => {
    await program("chromium");
    const named = await program("my-browser");

    expect(browserOnPath({ PATH: folder, CHROMIUM_BIN: named })).toBe(named);
    expect(browserOnPath({ PATH: folder, CHROMIUM_BIN: "/nowhere" })).toBeUndefined();
    expect(browserFault({ CHROMIUM_BIN: "/nowhere" })).toContain("CHROMIUM_BIN is /nowhere, and that is no program");
  });

  test("given Firefox, then the extended support release is preferred, and FIREFOX_BIN to the PATH", async () => {
    const firefox = await program("firefox");
    expect(firefoxOnPath({ PATH: folder })).toBe(firefox);
    const esr = await program("firefox-esr");
    expect(firefoxOnPath({ PATH: folder })).toBe(esr);
    expect(firefoxOnPath({ PATH: folder, FIREFOX_BIN: firefox })).toBe(firefox);
    expect(firefoxOnPath({ PATH: folder, FIREFOX_BIN: "/nowhere" })).toBeUndefined();
  });

  test("given no browser, then the message says how to install one", () => {
    expect(browserOnPath({ PATH: folder })).toBeUndefined();
    expect(browserFault({})).toMatch(/need Chromium.*chromium, chromium-browser, google-chrome.*apt-get install/);
  });
});
