import { afterAll, describe, expect, it } from "vitest";
import { createCopyMaker } from "./copy-maker.ts";

const maker = createCopyMaker();
afterAll(() => maker.close());

const copyOf = (html: string, isBare = false) => {
  const page = { url: "https://a.example/", type: "text/html", document: Buffer.from(html), parts: [], leftOut: 0 };
  return maker.make({ page, fetchedAt: Date.UTC(2026, 0, 1), isBare }, "owner");
};

/** An element that formats and is never closed is made again in each paragraph, with its attributes: 400 kB become 400 MB. */
const REPEATED = `<p><b class="${"x".repeat(400_000)}">${"<p>a</p>".repeat(1000)}`;

describe("a page that fills the heap of its reader at one stroke", () => {
  it.each([false, true])("has no copy, and others have one (alone: %s)", async (isBare) => {
    const [outcome, beside] = await Promise.all([copyOf(REPEATED, isBare), copyOf("<p>Beside")]);
    expect(outcome).toMatchObject({ failed: "memory" });
    expect(beside).toHaveProperty("sha256");
  });
});
