import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { onePagePdf } from "@satchel/testing";
import type { ExtractionInput } from "../domain/extraction/extraction.ts";
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
  it("describes pages in a process of its own", async () => {
    const extractor = extractorWith({ workers: 1 });
    expect(await extractor.extract(page("<title>One</title>"))).toEqual({
      page: { title: "One", faviconUrl, mediaType: "page", tags: [] },
      previewCandidates: [],
      faviconCandidates: [faviconUrl],
    });
  });

  it("leaves the page's bytes to its caller", async () => {
    const input = page("<title>One</title>");
    await extractorWith({ workers: 1 }).extract(input);
    expect(new TextDecoder().decode(input.bytes)).toBe("<title>One</title>");
  });

  it("describes more pages than it has processes, each in its turn", async () => {
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

  it("finds no files in a page whose addresses fill the heap at one stroke, and those of others", async () => {
    // Each octet that is no UTF-8 becomes nine characters of an address.
    const long = Buffer.alloc(2_600_000, 0xff);
    const parts = ["\xef\xbb\xbf<base href='http://a.example/", long, "/'><img src='", long, "'>"];
    const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
    const extractor = extractorWith({ workers: 1 });
    const task = { url: "https://a.example/", isStylesheet: false };
    expect(await extractor.findReferences({ ...task, bytes }, "a")).toMatchObject({ failed: "memory" });
    const picture = Buffer.from("<img src=b.png>");
    expect(await extractor.findReferences({ ...task, bytes: picture }, "b")).toMatchObject({
      pictures: ["https://a.example/b.png"],
    });
  });
});

/**
 * A page's drawing with a dictionary of a million names. Its table grows by more at once than V8 allows while its heap is
 * full, and then V8 ends the process.
 */
function manyNames(): Buffer {
  const names = Array.from({ length: 1_000_000 }, (_, n) => `/${n.toString(36)} 1`);
  return Buffer.from(`/P <<${names.join("")}>> BDC EMC`);
}

describe("PDFs", () => {
  const answer = (bytes: Uint8Array, contentType = "application/pdf") => ({
    bytes,
    contentType,
    url: "https://a.example/files/annual-report.pdf",
  });

  it("are described in a process of their own, by their title", async () => {
    const extractor = extractorWith({ workers: 1 });
    const pdf = onePagePdf({ info: "<</Title(Tides of 2024)/Author(Harbour Office)>>" });
    expect(await extractor.extract(answer(pdf, ""))).toMatchObject({
      page: { title: "Tides of 2024", author: "Harbour Office", mediaType: "pdf" },
    });
  });

  it.each([
    [
      "a page that unpacks to a gigabyte",
      onePagePdf({ content: deflateSync(Buffer.alloc(1024 ** 3, 32)), packed: true }),
    ],
    ["a page of 240,000 texts", onePagePdf({ content: Buffer.from("BT /F1 9 Tf (a) Tj ET ".repeat(240_000)) })],
    ["a dictionary of a million names", onePagePdf({ content: deflateSync(manyNames()), packed: true })],
    ["pages that are their own parents", onePagePdf({ kids: "2 0 R" })],
    ["nothing but its signature", Buffer.from("%PDF-1.7")],
    ["noise", Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(3_000_000, "obj<<[(")])],
  ])("with %s end in bounded time and memory, and pages beside them are described", async (_, pdf) => {
    const extractor = extractorWith({ workers: 1 });
    const before = process.memoryUsage.rss();
    const [outcome, beside] = await Promise.all([
      extractor.extract(answer(pdf)),
      extractor.extract(page("<title>Beside</title>")),
    ]);
    if ("failed" in outcome) expect(["timeout", "memory"]).toContain(outcome.failed);
    else expect(outcome.page.title).toBeDefined();
    expect(beside).toMatchObject({ page: { title: "Beside" } });
    expect(process.memoryUsage.rss() - before).toBeLessThan(800 * 1024 * 1024);
    expect(await extractor.extract(answer(onePagePdf({ info: "<</Title(After)>>" })))).toMatchObject({
      page: { title: "After" },
    });
  });
});
