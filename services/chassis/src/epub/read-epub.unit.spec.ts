import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { mayBeEpub, nameOf, readEpub, readEpubAbout, UnreadableEpub } from "./index.ts";

const LIMITS = { entries: 50, entryBytes: 100_000, totalBytes: 1_000_000, textBytes: 150_000, pictureBytes: 50_000 };
const PNG = strToU8("\x89PNG\r\n\x1a\nxxxx", true);

const CONTAINER = `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
  <rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
const opf = (manifest: string, spine: string, metadata = ""): string => `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>Tides &amp; Time</dc:title><dc:creator>Ann Author</dc:creator><dc:creator>Ben Writer</dc:creator>
<dc:language>en-GB</dc:language>${metadata}</metadata><manifest>${manifest}</manifest><spine>${spine}</spine></package>`;
const MANIFEST = `<item id="c1" href="text/one.xhtml" media-type="application/xhtml+xml"/>
  <item id="c2" href="text/zwei%20%C3%BC.xhtml" media-type="application/xhtml+xml"/>
  <item id="cover" href="img/c.png" media-type="image/png" properties="cover-image"/>
  <item id="bad" href="img/lie.png" media-type="image/png"/>
  <item id="far" href="https://example.org/far.xhtml" media-type="application/xhtml+xml"/>`;

type Files = Record<string, Uint8Array>;
const book = (
  more: Files = {},
  document = opf(MANIFEST, `<itemref idref="c2"/><itemref idref="c1"/><itemref idref="far"/>`),
) =>
  zipSync({
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    "META-INF/container.xml": strToU8(CONTAINER),
    "OEBPS/content.opf": strToU8(document),
    "OEBPS/text/one.xhtml": strToU8("<p>One</p>"),
    "OEBPS/text/zwei ü.xhtml": strToU8("<p>Zwei</p>"),
    "OEBPS/img/c.png": PNG,
    "OEBPS/img/lie.png": strToU8("<script>alert(1)</script>"),
    ...more,
  });

describe("a book", () => {
  test("has its title, authors and language, chapters in the order in which it is read, and pictures that are some", () => {
    const made = book();
    expect(mayBeEpub(made, "x")).toBe(true);
    expect(readEpubAbout(made, LIMITS)).toEqual({
      title: "Tides & Time",
      author: "Ann Author, Ben Writer",
      language: "en-GB",
      cover: { type: "image/png", bytes: Buffer.from(PNG) },
    });
    const { chapters, pictures, leftOut } = readEpub(made, LIMITS);
    expect(chapters).toEqual([
      { name: "OEBPS/text/zwei ü.xhtml", xhtml: "<p>Zwei</p>" },
      { name: "OEBPS/text/one.xhtml", xhtml: "<p>One</p>" },
    ]);
    expect([...pictures.keys()]).toEqual(["OEBPS/img/c.png"]);
    expect(leftOut).toBe(1);
  });

  test("that others may not read has its cover and no text", () => {
    const { chapters, pictures, title } = readEpub(book({ "META-INF/rights.xml": strToU8("<rights/>") }), LIMITS);
    expect({ chapters, title }).toEqual({ chapters: [], title: "Tides & Time" });
    expect(pictures.size).toBe(1);
  });

  test("that is longer than what is read is read from its beginning", () => {
    const long = strToU8("a".repeat(90_000));
    const { chapters, leftOut } = readEpub(
      book({ "OEBPS/text/zwei ü.xhtml": long, "OEBPS/text/one.xhtml": long }),
      LIMITS,
    );
    expect(chapters.map(({ name }) => name)).toEqual(["OEBPS/text/zwei ü.xhtml"]);
    expect(leftOut).toBe(2);
  });
});

describe("what is hostile", () => {
  const bomb = new Uint8Array(3_000_000);

  test.each<[string, Uint8Array]>([
    ["nothing", new Uint8Array()],
    ["no zip", strToU8("PK\x03\x04 and nothing else")],
    ["a zip without a container", zipSync({ a: strToU8("b") })],
    ["a container that names nothing", zipSync({ "META-INF/container.xml": strToU8("<container/>") })],
    [
      "a container that names itself",
      zipSync({
        "META-INF/container.xml": strToU8(CONTAINER.replace("OEBPS/content.opf", "META-INF/container.xml")),
      }).slice(0, 100),
    ],
    ["more files than a book has", book(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, PNG])))],
    ["a package document that is a bomb", book({ "OEBPS/content.opf": bomb })],
    ["a container that is a bomb", book({ "META-INF/container.xml": bomb })],
  ])("%s is no book", (_name, bytes) => {
    expect(() => readEpubAbout(bytes, LIMITS)).toThrow(UnreadableEpub);
    expect(() => readEpub(bytes, LIMITS)).toThrow(UnreadableEpub);
  });

  test("chapters that are bombs end the reading, and a few that are too large are left out", () => {
    const names = Array.from({ length: 4 }, (_, n) => `OEBPS/b${n}.xhtml`);
    const items = names.map(
      (name, n) => `<item id="b${n}" href="${name.slice(6)}" media-type="application/xhtml+xml"/>`,
    );
    const spine = names.map((_, n) => `<itemref idref="b${n}"/>`).join("");
    const files = Object.fromEntries(names.map((name) => [name, bomb]));
    expect(() => readEpub(book(files, opf(items.join(""), spine)), LIMITS)).toThrow(UnreadableEpub);
    const { chapters, leftOut } = readEpub(book({ "OEBPS/text/one.xhtml": new Uint8Array(200_000) }), LIMITS);
    expect(chapters.map(({ xhtml }) => xhtml)).toEqual(["<p>Zwei</p>"]);
    expect(leftOut).toBe(2);
  });

  test.each([
    ["../../etc/passwd", "etc/passwd"],
    ["..%2f..%2fetc/passwd", "OEBPS/../../etc/passwd"],
    ["//example.org/a", undefined],
    ["file:///etc/passwd", undefined],
    ["%zz", undefined],
    ["http://[", undefined],
  ])("an address %s names %s, and nothing outside of the book", (href, name) => {
    expect(nameOf(href, "OEBPS/content.opf")).toBe(name);
  });

  test("a document of entities within entities is read as it stands", () => {
    const lol = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><package><metadata><title>&b;</title></metadata></package>`;
    expect(readEpubAbout(book({}, lol), LIMITS).title).toBe("&b;");
  });
});
