/** What goes into a PDF of one page; each part as PDF writes it. */
export type PdfParts = {
  /** The page's content, by default nothing. */
  content?: Uint8Array;
  /** Whether the content is packed (FlateDecode). */
  packed?: boolean;
  /** The information dictionary. */
  info?: string;
  /** The metadata stream in XMP. */
  xmp?: string;
  /** The page tree's children, by default the page. */
  kids?: string;
};

/** A PDF of one page (ISO 32000-1 section 7.5), with a font F1 (Helvetica). */
export function onePagePdf({
  content = new Uint8Array(),
  packed = false,
  info,
  xmp,
  kids = "3 0 R",
}: PdfParts): Uint8Array {
  const metadata = Buffer.from(xmp ?? "");
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${xmp === undefined ? "" : "/Metadata 7 0 R"}>>`,
    `<</Type/Pages/Kids[${kids}]/Count 1>>`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    stream(content, packed ? "/Filter/FlateDecode" : ""),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    info ?? "<<>>",
    stream(metadata, "/Type/Metadata/Subtype/XML"),
  ];
  const parts = [Buffer.from("%PDF-1.5\n", "latin1")];
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(lengthOf(parts));
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"));
  }
  const start = lengthOf(parts);
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `<</Size ${objects.length + 1}/Root 1 0 R/Info 6 0 R>>`;
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end)]));
}

/** Lines of text, each in its size in points, from the top of the page down. */
export function pdfLines(...texts: readonly (readonly [size: number, text: string])[]): Uint8Array {
  const drawn = texts.map(([size, text], at) => `BT /F1 ${size} Tf 1 0 0 1 72 ${720 - at * 40} Tm (${text}) Tj ET`);
  return Buffer.from(drawn.join("\n"), "latin1");
}

function stream(content: Uint8Array, entries: string): Uint8Array {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from("\nendstream"),
  ]);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
