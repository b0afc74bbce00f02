import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodePage } from "./decode-page.ts";

const meta = (charset: string) => `<head><meta charset="${charset}"><title>`;
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("the character set of a page", () => {
  it.each([
    ["shift_jis", "日本語のタイトル"],
    ["euc-jp", "日本語のタイトル"],
    ["windows-1251", "Привет, мир"],
    ["koi8-r", "Привет, мир"],
    ["gb2312", "中文标题"],
    ["gb18030", "中文标题𠀀"],
    ["big5", "中文標題"],
    ["euc-kr", "한국어 제목"],
    ["windows-1252", "naïve “quotes” – €"],
    ["iso-8859-1", "naïve “quotes” – €"],
    ["iso-8859-2", "Příliš žluťoučký"],
    ["iso-8859-15", "5 €"],
    ["windows-1253", "Ελληνικά"],
    ["windows-874", "ภาษาไทย"],
  ])("%s is read from the Content-Type and from the page", (charset, title) => {
    // The standard reads iso-8859-1 and gb2312 as their supersets, which is how such pages are really written.
    const written = charset === "iso-8859-1" ? "windows-1252" : charset === "gb2312" ? "gbk" : charset;
    expect(decodePage(iconv.encode(`<title>${title}`, written), charset.toUpperCase())).toBe(`<title>${title}`);
    const page = `${meta(charset)}${title}`;
    expect(decodePage(iconv.encode(page, written), undefined)).toBe(page);
  });

  it("iso-2022-jp is read, its escapes among ASCII", () => {
    const bytes = Uint8Array.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42, 0x21]);
    expect(decodePage(bytes, "iso-2022-jp")).toBe("日本!");
  });

  it("is that of the byte order mark, whatever else is said", () => {
    const page = "<meta charset=windows-1251><title>Zażółć";
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"]) {
      expect(decodePage(iconv.encode(page, encoding, { addBOM: true }), "koi8-r")).toBe(page);
    }
  });

  it("is that of the Content-Type before that of the page", () => {
    expect(decodePage(iconv.encode("<meta charset=koi8-r>Привет", "windows-1251"), "windows-1251")).toContain("Привет");
  });

  it.each([
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    "<META CHARSET = 'windows-1251'>",
    "<meta charset=cp1251 />",
    '<?xml version="1.0" encoding="windows-1251"?>',
    `<!-- <meta charset="koi8-r"> --><meta charset="windows-1251">`,
    '<meta charset="none-of-any"><meta charset="windows-1251">',
    '<meta charset="x-bogus"><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    `${" ".repeat(3000)}<meta charset="windows-1251">`,
  ])("is found in %j", (start) => {
    expect(decodePage(iconv.encode(`${start}Привет`, "windows-1251"), undefined)).toBe(`${start}Привет`);
  });

  it("is UTF-8 when none is declared and the bytes fit, else windows-1252", () => {
    expect(decodePage(utf8("naïve €"), undefined)).toBe("naïve €");
    expect(decodePage(iconv.encode("naïve €’", "windows-1252"), undefined)).toBe("naïve €’");
  });

  it("is UTF-8 when a page that is plain bytes says UTF-16 of itself", () => {
    expect(decodePage(utf8("<meta charset=utf-16>naïve"), undefined)).toContain("naïve");
  });

  it.each(["nonsense", "", "__proto__", "constructor", "base64", "hex", "x-user-defined-2"])(
    "that is declared as '%s' does not matter",
    (charset) => {
      expect(decodePage(utf8("naïve"), charset)).toContain("na");
      expect(decodePage(utf8(`<meta charset="${charset}">naïve`), undefined)).toContain("<meta");
    },
  );

  it("never makes a page unreadable that has a few bad bytes", () => {
    expect(decodePage(Uint8Array.from([0x61, 0xff, 0x62]), "utf-8")).toBe("a\ufffdb");
  });
});
