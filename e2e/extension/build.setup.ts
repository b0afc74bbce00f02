import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";

const root = join(import.meta.dirname, "../..");

test("the extension is built for the tests", async () => {
  for (const mode of ["e2e", "e2e-tabs"]) {
    await promisify(execFile)(join(root, "node_modules/.bin/wxt"), ["build", "extension", "--mode", mode], {
      cwd: root,
    });
  }
});
