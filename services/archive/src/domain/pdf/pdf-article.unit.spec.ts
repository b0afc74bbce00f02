import { onePagePdf, pdfLines } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { readPdf } from "../../making/read-pdf.ts";
import { pdfArticle, type PdfRun } from "./pdf-article.ts";

/** A line of a page, 12 points high and 14 below the one before unless it says otherwise. */
type LineOfTest = string | { text: string; size?: number; left?: number; gap?: number };

function pageOf(...lines: readonly LineOfTest[]): PdfRun[] {
  let y = 800;
  return lines.map((line) => {
    const { text, size = 12, left = 72, gap = 14 } = typeof line === "string" ? { text: line } : line;
    y -= gap;
    return { text, size, left, right: left + text.length * size * 0.5, y };
  });
}
const article = (...pages: readonly PdfRun[][]) => pdfArticle({ pages, language: undefined });
const textOf = (...pages: readonly PdfRun[][]) => article(...pages)?.text.split("\n\n");

describe("the article of a PDF", () => {
  test("has headings by size, and paragraphs by gaps and first lines that are moved in", () => {
    const found = article(
      pageOf(
        { text: "On tides", size: 24 },
        { text: "The moon", size: 16, gap: 40 },
        { text: "The sea rises twice", gap: 30 },
        "a day, and falls.",
        { text: "Why twice is", left: 90 },
        "not obvious.",
        { text: "Another <b>matter</b> & more.", gap: 40 },
      ),
    );
    expect(found?.html.split("\n")).toEqual([
      "<h2>On tides</h2>",
      "<h3>The moon</h3>",
      "<p>The sea rises twice a day, and falls.</p>",
      "<p>Why twice is not obvious.</p>",
      "<p>Another &lt;b&gt;matter&lt;/b&gt; &amp; more.</p>",
    ]);
    expect(found).toMatchObject({ kind: "document", words: 22 });
  });

  test("joins words that a line's end divides, and keeps hyphens that are the word's", () => {
    expect(textOf(pageOf("The gravi-", "tation of the Earth-", "Moon system"))).toEqual([
      "The gravitation of the Earth-Moon system",
    ]);
    expect(textOf(pageOf("The gravi\u00ad", "tation of the Earth\u2010", "Moon sys\u2010", "tem"))).toEqual([
      "The gravitation of the Earth-Moon system",
    ]);
  });

  test("leaves out running heads, feet and page numbers, and goes on behind them", () => {
    const pages = [1, 2, 3].map((number) =>
      pageOf(`Tides, page ${number}`, { text: `Chapter ${number} tells that it`, gap: 40 }, `${number}`),
    );
    expect(textOf(...pages, pageOf("goes on here."))).toEqual([
      "Chapter 1 tells that it",
      "Chapter 2 tells that it",
      "Chapter 3 tells that it goes on here.",
    ]);
  });

  test("reads two columns one after the other, where they are drawn so", () => {
    const [left, right] = [pageOf("Left one", "left two ends."), pageOf("Right one", "right two.")];
    expect(textOf([...left, ...right.map((run) => ({ ...run, left: run.left + 300 }))])).toEqual([
      "Left one left two ends.",
      "Right one right two.",
    ]);
  });

  test("has each point of a list and each line of a table of contents for itself", () => {
    expect(textOf(pageOf("1 Tides . . . . . . . 3", "2 Moons . . . . . 9", "• One", "• Two goes", "on"))).toEqual([
      "1 Tides … 3",
      "2 Moons … 9",
      "• One",
      "• Two goes on",
    ]);
  });

  test("is nothing where there is no text", () => {
    expect(article()).toBeUndefined();
    expect(article([], pageOf(" ", "\u0000\ue001"))).toBeUndefined();
  });
});

describe("given a PDF file", () => {
  test("then its text is read, with the language that it names", async () => {
    const file = onePagePdf({
      content: pdfLines([24, "On tides"], [12, "The sea rises twice a day."]),
    });
    expect(pdfArticle(await readPdf(file, 10))?.html).toBe("<h2>On tides</h2>\n<p>The sea rises twice a day.</p>");
  });

  test.each([
    ["no PDF", Buffer.from("%PDF-1.7 x")],
    ["one that is cut off", onePagePdf({}).subarray(0, 40)],
  ])("when it is %s, then it is refused", async (_, bytes) => {
    await expect(readPdf(new Uint8Array(bytes), 10)).rejects.toThrow();
  });

  test("when a page refers to itself as its parent, then reading ends", async () => {
    const looping = onePagePdf({ kids: "2 0 R" });
    await readPdf(looping, 10).then(pdfArticle, () => undefined);
  });
});
