import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { startWebKit, type WebKit } from "./webkit.ts";

interface Fixtures {
  readonly email: string;
  readonly webkit: WebKit;
}

/** A WebKit for each test; Playwright's own build of it is not what distributions ship. */
export const test = base.extend<Fixtures>({
  // Playwright wants the empty pattern where a fixture needs no other.
  // oxlint-disable-next-line no-empty-pattern
  email: async ({}, use) => use(`kit-${randomUUID().slice(0, 8)}@post.example`),
  // oxlint-disable-next-line no-empty-pattern
  webkit: async ({}, use, info) => {
    const webkit = await startWebKit();
    try {
      await use(webkit);
      if (info.status !== info.expectedStatus) await writeFile(info.outputPath("tab.png"), await webkit.picture());
    } finally {
      await webkit.close();
    }
  },
});

export { expect };
