import { afterEach, describe, expect, it } from "vitest";
import type { ExtractionInput } from "./extract-page.ts";
import { createExtractor, type Extractor, type ExtractorOptions } from "./extractor.ts";

const open: Extractor[] = [];
afterEach(async () => {
  for (const extractor of open.splice(0)) await extractor.close();
});

function extractorWith(options: ExtractorOptions): Extractor {
  const extractor = createExtractor(options);
  open.push(extractor);
  return extractor;
}

function page(html: string): ExtractionInput {
  return { bytes: new TextEncoder().encode(html), contentType: "text/html", url: "https://a.example/" };
}

const faviconUrl = "https://a.example/favicon.ico";

describe("an extractor", () => {
  it("describes pages in a thread of its own", async () => {
    const extractor = extractorWith({ workers: 1 });
    expect(await extractor.extract(page("<title>One</title>"))).toEqual({
      page: { title: "One", faviconUrl, tags: [] },
    });
  });

  it("leaves the page's bytes to its caller", async () => {
    const input = page("<title>One</title>");
    await extractorWith({ workers: 1 }).extract(input);
    expect(new TextDecoder().decode(input.bytes)).toBe("<title>One</title>");
  });

  it("describes more pages than it has threads, each in its turn", async () => {
    const extractor = extractorWith({ workers: 2 });
    const titles = Array.from({ length: 20 }, (_, n) => `Page ${n}`);
    const described = await Promise.all(titles.map((title) => extractor.extract(page(`<title>${title}</title>`))));
    expect(described.map((result) => ("page" in result ? result.page.title : result))).toEqual(titles);
  });

  it("takes five megabytes of the worst page it knows within its limits", async () => {
    const nested = `<title>Deep</title>${"<b>".repeat((5 * 1024 * 1024) / 3 - 10)}`;
    const result = await extractorWith({ workers: 1 }).extract(page(nested));
    expect(result).toMatchObject({ page: { title: "Deep" } });
  });
});

describe("when a page does not get done", () => {
  const misbehaving = new URL("../../test/misbehaving-worker.mjs", import.meta.url);
  const deed = (name: string) => ({ deed: name, value: { title: name } }) as unknown as ExtractionInput;

  it("the pages that wait for its thread still get theirs", async () => {
    const extractor = extractorWith({ workers: 1, file: misbehaving, timeLimitMs: 300 });
    const results = await Promise.all(["loop", "echo", "throw", "echo"].map((name) => extractor.extract(deed(name))));
    expect(results).toMatchObject([
      { failed: "timeout" },
      { page: { title: "echo" } },
      { failed: "crash" },
      { page: { title: "echo" } },
    ]);
  });

  it("closing ends it, the pages that wait, and those that come later", async () => {
    const extractor = extractorWith({ workers: 1, file: misbehaving });
    const pending = ["loop", "echo"].map((name) => extractor.extract(deed(name)));
    await extractor.close();
    expect(await Promise.all(pending)).toMatchObject([{ failed: "crash" }, { failed: "crash" }]);
    expect(await extractor.extract(deed("echo"))).toMatchObject({ failed: "crash" });
  });
});
