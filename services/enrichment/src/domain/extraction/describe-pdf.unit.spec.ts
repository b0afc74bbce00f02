import { describe, expect, it } from "vitest";
import { pdfLines, onePagePdf, type PdfParts } from "@satchel/testing";
import { describePdf } from "./describe-pdf.ts";

const URL_OF_PDF = "https://a.example/files/annual-report-2024.pdf";
const described = async (parts: PdfParts) =>
  (await describePdf({ bytes: onePagePdf(parts), contentType: "application/pdf", url: URL_OF_PDF })).page;

const xmp = (title: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

describe("a PDF", () => {
  it("is described by its information dictionary", async () => {
    const info = "<</Title(Tides of 2024)/Author(Harbour Office)/CreationDate(D:20240301120000+01'00')>>";
    expect(await described({ info })).toEqual({
      title: "Tides of 2024",
      author: "Harbour Office",
      publishedAt: "2024-03-01T11:00:00.000Z",
      faviconUrl: "https://a.example/favicon.ico",
      mediaType: "pdf",
      tags: [],
    });
  });

  it("is titled by its XMP before anything else", async () => {
    expect((await described({ xmp: xmp("From XMP"), info: "<</Title(From Info)>>" })).title).toBe("From XMP");
  });

  it("is titled in any script", async () => {
    expect((await described({ info: "<</Title<FEFF706F53F0>>>" })).title).toBe("灯台");
  });

  it.each([
    "Microsoft Word - Bericht.doc",
    "untitled",
    "paper.dvi",
    "report_final.indd",
    "PowerPoint Presentation",
    "()",
    "12",
  ])("is titled by its largest lines when its title is only '%s'", async (left) => {
    const content = pdfLines(
      [9, "Journal of Coasts 12"],
      [24, "Long tides"],
      [24, "and short memory"],
      [10, "M. Aalto"],
    );
    const title = left.replace(/[()]/g, "\\$&");
    expect((await described({ content, info: `<</Title(${title})>>` })).title).toBe("Long tides and short memory");
  });

  it("is titled by whole words, though parts of them are drawn by themselves", async () => {
    // Of sizes that differ a little, as if each was set by itself.
    const drawn = (text: string, left: number) =>
      `BT /F1 ${24 + left / 10_000} Tf 1 0 0 1 ${left} 700 Tm (${text}) Tj ET\n`;
    // In Helvetica an H is 0.722 of its size wide, a space 0.278.
    const content = Buffer.from(drawn("H", 50) + drawn("arbours of", 67.3) + drawn("Crete", 190));
    expect((await described({ content })).title).toBe("Harbours of Crete");
  });

  it("is not titled by a stamp in its margin", async () => {
    const stamp = Buffer.from("BT /F1 40 Tf 0 1 -1 0 30 300 Tm (arXiv:1706.03762v7) Tj ET\n");
    const content = Buffer.concat([
      stamp,
      pdfLines([18, "Attention Is All You Need"], [10, "Abstract"], [10, "We propose a network."]),
    ]);
    expect(await described({ content })).toMatchObject({
      title: "Attention Is All You Need",
      description: "We propose a network.",
    });
  });

  it.each([
    ["broken", Buffer.from("%PDF-1.4 nothing that follows")],
    ["empty", new Uint8Array()],
    ["none", Buffer.from("<html>")],
  ])("is titled by its address when it is %s", async (_, bytes) => {
    const { page } = await describePdf({
      bytes: new Uint8Array(bytes),
      contentType: "application/pdf",
      url: URL_OF_PDF,
    });
    expect(page).toMatchObject({ title: "Annual report 2024", mediaType: "pdf" });
  });

  it("has its texts cleaned", async () => {
    // UTF-16: "invoice", an override of direction, "fdp".
    const info = "<</Title<FEFF0069006E0076006F006900630065202E006600640070>>>";
    expect((await described({ info })).title).toBe("invoicefdp");
  });
});
