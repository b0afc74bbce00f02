import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { test as base } from "@playwright/test";

/** A browser as distributions ship it, which Playwright's own drivers do not speak with. */
interface OtherBrowser {
  /** Pictures of what it shows, as PNG. */
  pictures(): Promise<Buffer[]>;
  close(): Promise<void>;
}

interface Fixtures<Browser> {
  readonly email: string;
  /** One for each test. */
  readonly other: Browser;
}

/** A test in such a browser, which leaves pictures of it where it fails. */
export const testIn = <Browser extends OtherBrowser>(start: () => Promise<Browser>) =>
  base.extend<Fixtures<Browser>>({
    // Playwright wants the empty pattern where a fixture needs no other.
    // oxlint-disable-next-line no-empty-pattern
    email: async ({}, use) => use(`other-${randomUUID().slice(0, 8)}@post.example`),
    // oxlint-disable-next-line no-empty-pattern
    other: async ({}, use, info) => {
      const browser = await start();
      try {
        await use(browser);
        if (info.status === info.expectedStatus) return;
        const pictures = await browser.pictures();
        await Promise.all(pictures.map((picture, n) => writeFile(info.outputPath(`tab-${n}.png`), picture)));
      } finally {
        await browser.close();
      }
    },
  });
