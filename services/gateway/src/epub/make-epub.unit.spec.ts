import { type CopyId, JPEG_SCANS } from "@satchel/contracts";
import { XMLValidator } from "fast-xml-parser";
import { strFromU8, unzipSync } from "fflate";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import type { Book, BookArticle } from "./book.ts";
import { makeEpub } from "./make-epub.ts";

const ID = "0190a000-0000-7000-8000-000000000001";

const article = (changes: Partial<BookArticle> = {}): BookArticle => ({
  version: ID as CopyId,
  url: "https://example.com/satchel",
  title: 'How a "satchel" is made & mended',
  byline: "A. Saddler",
  site: "The Gazette",
  language: "en",
  direction: "ltr",
  tags: ["leather"],
  keptAt: "2026-11-25T12:00:00.000Z",
  html: "<p>Leather.</p>",
  pictures: [],
  ...changes,
});

const book = (articles: BookArticle[], changes: Partial<Book> = {}): Book => ({
  id: ID,
  title: articles[0]?.title ?? "",
  locale: "en",
  isCut: false,
  articles,
  ...changes,
});

const open = async (of: Book): Promise<Record<string, Uint8Array>> => unzipSync(await makeEpub(of));
const textIn = (files: Record<string, Uint8Array>, name: string): string =>
  strFromU8(files[`EPUB/${name}`] ?? new Uint8Array());

describe("a book", () => {
  test("begins with its media type, not compressed and without anything between", async () => {
    const bytes = Buffer.from(await makeEpub(book([article()])));
    expect(bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
    // No extra field, method 0, no data descriptor.
    expect([bytes.readUInt16LE(28), bytes.readUInt16LE(8), bytes.readUInt16LE(6) & 8]).toEqual([0, 0, 0]);
  });

  test("of the same article has the same octets", async () => {
    expect(await makeEpub(book([article()]))).toEqual(await makeEpub(book([article()])));
  });

  test("says what it is of, in its package, its cover, its contents and those for old readers", async () => {
    const files = await open(book([article()]));
    for (const [name, bytes] of Object.entries(files)) {
      if (/\.(?:xhtml|opf|ncx|xml)$/.test(name)) expect(XMLValidator.validate(strFromU8(bytes)), name).toBe(true);
    }
    const title = "How a &quot;satchel&quot; is made &amp; mended";
    for (const name of ["package.opf", "cover.xhtml", "nav.xhtml", "toc.ncx", "article-1.xhtml"]) {
      expect(textIn(files, name)).toContain(title);
    }
    const opf = textIn(files, "package.opf");
    expect(opf).toContain("<dc:creator>A. Saddler</dc:creator>");
    expect(opf).toContain("<dc:source>https://example.com/satchel</dc:source>");
    expect(opf).toContain(`urn:uuid:${ID}`);
    expect(textIn(files, "article-1.xhtml")).toContain('<a href="https://example.com/satchel">Original page</a>');
  });

  test("of an article from right to left turns its pages that way", async () => {
    const files = await open(book([article({ direction: "rtl", language: "ar" })], { locale: "de" }));
    expect(textIn(files, "package.opf")).toContain('page-progression-direction="rtl"');
    expect(textIn(files, "article-1.xhtml")).toContain('lang="ar" xml:lang="ar" dir="rtl"');
    expect(textIn(files, "article-1.xhtml")).toContain("Originalseite");
  });

  test("says that its list has more articles", async () => {
    const files = await open(book([article(), article()], { title: "Unread", isCut: true, locale: "de" }));
    expect(textIn(files, "cover.xhtml")).toContain("Die Liste hat mehr Artikel; dies sind die 2 neuesten.");
    expect(textIn(files, "article-2.xhtml")).toContain("Leather.");
  });

  test("has no entry for a language that is none", async () => {
    const files = await open(book([article({ language: "lang=" })]));
    expect(textIn(files, "package.opf")).toContain("<dc:language>und</dc:language>");
  });
});

describe("pictures of a book", () => {
  const size = { width: 60, height: 40, channels: 3, background: "#84572f" } as const;
  const picture = (): Sharp => sharp({ create: size });

  const shown = async (bytes: Uint8Array): Promise<Record<string, Uint8Array>> => {
    const name = "files/0123456789abcdef0123.bin";
    const html = `<p>a</p><img src="${name}" alt="a strap">`;
    return open(book([article({ html, pictures: [{ name, bytes }] })]));
  };

  test.each([
    ["WebP", async () => picture().webp().toBuffer(), "jpg"],
    ["AVIF", async () => picture().avif({ effort: 0 }).toBuffer(), "jpg"],
    ["GIF", async () => picture().gif().toBuffer(), "png"],
    ["WebP that is seen through", async () => picture().ensureAlpha(0.5).webp().toBuffer(), "png"],
    ["PNG", async () => picture().png().toBuffer(), "png"],
  ] as const)("%s is shown by every reading system", async (_what, make, ending) => {
    const files = await shown(await make());
    const bytes = files[`EPUB/0123456789abcdef0123.${ending}`];
    expect((await sharp(bytes).metadata()).format).toBe(ending === "jpg" ? "jpeg" : "png");
    expect(textIn(files, "package.opf")).toContain(`href="0123456789abcdef0123.${ending}"`);
    expect(textIn(files, "article-1.xhtml")).toContain('alt="a strap"/>');
  });

  test("a JPEG that fits stays as it is, and a large one fits afterwards", async () => {
    const small = await picture().jpeg().toBuffer();
    expect((await shown(small))["EPUB/0123456789abcdef0123.jpg"]).toEqual(new Uint8Array(small));
    const large = await picture().resize(3000).jpeg().toBuffer();
    const fitted = await shown(large);
    expect((await sharp(fitted["EPUB/0123456789abcdef0123.jpg"]).metadata()).width).toBe(1264);
  });

  test.each([
    ["no picture", new TextEncoder().encode("<svg onload='x'/>")],
    ["half a picture", undefined],
    ["an SVG", new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])("%s is its text", async (_what, bytes) => {
    const whole = await picture().webp().toBuffer();
    const files = await shown(bytes ?? whole.subarray(0, whole.length / 2));
    expect(Object.keys(files).filter((name) => /\.(?:jpg|png|svg|bin)$/.test(name))).toEqual([]);
    expect(textIn(files, "article-1.xhtml")).toContain("[a strap]");
  });

  test("a JPEG with very many scans is not decoded", async () => {
    const bytes = await picture().jpeg({ progressive: true }).toBuffer();
    const scan = Uint8Array.of(0xff, 0xda, 0, 2);
    const scans = Array.from({ length: JPEG_SCANS + 1 }, () => scan);
    const files = await shown(Buffer.concat([bytes.subarray(0, 2), ...scans, bytes.subarray(2)]));
    expect(textIn(files, "article-1.xhtml")).toContain("[a strap]");
  });
});
