import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { type Firefox, startFirefox } from "./firefox.ts";

interface Fixtures {
  readonly email: string;
  readonly firefox: Firefox;
}

/** A Firefox for each test; Playwright's own driver does not speak with the one that distributions ship. */
export const test = base.extend<Fixtures>({
  // Playwright wants the empty pattern where a fixture needs no other.
  // oxlint-disable-next-line no-empty-pattern
  email: async ({}, use) => use(`fox-${randomUUID().slice(0, 8)}@post.example`),
  // oxlint-disable-next-line no-empty-pattern
  firefox: async ({}, use, info) => {
    const firefox = await startFirefox();
    try {
      await use(firefox);
      if (info.status === info.expectedStatus) return;
      const pictures = await firefox.pictures();
      await Promise.all(pictures.map((picture, n) => writeFile(info.outputPath(`tab-${n}.png`), picture)));
    } finally {
      await firefox.close();
    }
  },
});

export { expect };
