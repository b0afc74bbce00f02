import { describe, expect, test } from "vitest";
import { readMail } from "../read-mail.ts";

const ADDRESS = "https://page.example/a?x=1&y=2";

interface File {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer | string;
}

/** A mail with a file, as programs attach it. */
function mailWith(text: string, ...files: File[]): Buffer {
  const parts = files.map(({ name, type, content }) =>
    [
      "--b",
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(content).toString("base64"),
    ].join("\r\n"),
  );
  const head = ["Subject: A page", "Content-Type: multipart/mixed; boundary=b", "", "--b", "", text];
  return Buffer.from([...head, ...parts, "--b--", ""].join("\r\n"));
}
const urls = (text: string, ...files: File[]): readonly string[] => readMail(mailWith(text, ...files)).urls;

const WEBLOC = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>URL</key><string>${ADDRESS.replace("&", "&amp;")}</string></dict></plist>`;

/** A binary property list with one key and one string, as macOS writes it. */
function binaryList(address: string): Buffer {
  const length = address.length;
  const size =
    length < 15 ? [0x50 | length] : length < 256 ? [0x5f, 0x10, length] : [0x5f, 0x11, length >> 8, length & 0xff];
  const head = Buffer.from([...Buffer.from("bplist00"), 0xd1, 0x01, 0x02, 0x53, ...Buffer.from("URL"), ...size]);
  return Buffer.concat([head, Buffer.from(address), Buffer.from([0x08, 0x0b, 0x0f, 0, 0, 0, 0, 0, 0, 1, 1])]);
}

describe("a file with one address is saved as that address", () => {
  test.each<[string, File]>([
    ["macOS", { name: "A page.webloc", type: "application/octet-stream", content: WEBLOC }],
    ["macOS, binary", { name: "A page.webloc", type: "application/octet-stream", content: binaryList(ADDRESS) }],
    [
      "Windows",
      {
        name: "A page.url",
        type: "application/octet-stream",
        content: `[InternetShortcut]\r\nURL=${ADDRESS}\r\nIconIndex=0\r\nIconFile=https://page.example/favicon.ico\r\n`,
      },
    ],
    [
      "Windows, by its type",
      { name: "page", type: "application/x-mswinurl", content: `[InternetShortcut]\r\nURL=${ADDRESS}\r\n` },
    ],
    [
      "freedesktop.org",
      {
        name: "page.desktop",
        type: "application/x-desktop",
        content: `[Desktop Entry]\nEncoding=UTF-8\nType=Link\nURL=${ADDRESS}\nIcon=text-html\n`,
      },
    ],
    ["a text", { name: "page.txt", type: "text/plain", content: `${ADDRESS}\n` }],
    [
      "a page",
      { name: "page.html", type: "text/html", content: `<a href="${ADDRESS.replace("&", "&amp;")}">A page</a>` },
    ],
  ])("of %s", (_name, file) => expect(urls("", file)).toEqual([ADDRESS]));

  test("of macOS, binary, of any length", () => {
    for (const address of ["http://a.de/x", `https://page.example/${"a".repeat(400)}`]) {
      expect(urls("", { name: "a.webloc", type: "application/octet-stream", content: binaryList(address) })).toEqual([
        address,
      ]);
    }
  });

  test("beside the link of the text where it is a shortcut, and not where it is any other file", () => {
    const text = "https://own.example/";
    expect(urls(text, { name: "a.webloc", type: "application/octet-stream", content: WEBLOC })).toEqual([
      text,
      ADDRESS,
    ]);
    expect(urls(text, { name: "a.txt", type: "text/plain", content: ADDRESS })).toEqual([text]);
  });

  test.each<[string, File]>([
    ["with two links", { name: "a.txt", type: "text/plain", content: `${ADDRESS} https://page.example/b` }],
    ["that is long", { name: "a.txt", type: "text/plain", content: `${ADDRESS} ${"words ".repeat(2000)}` }],
    [
      "that is none",
      { name: "a.url", type: "application/octet-stream", content: "[InternetShortcut]\r\nURL=file:///etc/passwd\r\n" },
    ],
    ["that is broken", { name: "a.webloc", type: "application/octet-stream", content: Buffer.from("bplist00http") }],
    [
      "with very many blanks",
      { name: "a.webloc", type: "application/octet-stream", content: `<string>http:${"\t".repeat(65_000)}` },
    ],
    ["with very many lines", { name: "a.url", type: "application/octet-stream", content: `${"\n".repeat(65_000)}x` }],
    ["that is empty", { name: "a.webloc", type: "application/octet-stream", content: Buffer.from("bplist00") }],
  ])("not one %s", (_name, file) => expect(urls("hello", file)).toEqual([]));
});
