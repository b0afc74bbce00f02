import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { textOf, unflow } from "./decoding.ts";
import { readMime, TooComplex } from "./mime.ts";
import type { Part } from "./part.ts";

const read = (...lines: string[]) => readMime(Buffer.from(lines.join("\r\n")));
const text = (...lines: string[]) => textOf(read(...lines));
const texts = (part: Part): string[] => (part.parts.length === 0 ? [textOf(part)] : part.parts.flatMap(texts));

describe("a mail is read into its parts", () => {
  test("without the lines around them", () => {
    const mail = read(
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "before",
      "--b",
      "",
      "one",
      "",
      "--b  ",
      "Content-Type: TEXT/HTML",
      "",
      "two",
      "--b--",
      "after",
    );
    expect(mail.parts.map(({ type, content }) => [type, content.toString()])).toEqual([
      ["text/plain", "one\r\n"],
      ["text/html", "two"],
    ]);
  });

  test("with lines that end by a line feed alone, as files have them", () => {
    const mail = readMime(
      Buffer.from(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n\n--b\nContent-Type: text/html\n\ntwo\n--b--\n",
      ),
    );
    expect(mail.parts.map(({ type, content }) => [type, content.toString()])).toEqual([
      ["text/plain", "one\n"],
      ["text/html", "two"],
    ]);
  });

  test.each(["message/rfc822", "message/global"])("with a mail within it that is sent on as %s", (type) => {
    const mail = read(`Content-Type: ${type}`, "", "Subject: Inner", "", "text");
    expect(mail.parts.map(textOf)).toEqual(["text"]);
  });

  test("with a quoted boundary of odd characters, and one that begins like another", () => {
    const mail = read(
      'Content-Type: multipart/mixed; boundary="=_a b\'(x)"',
      "",
      "--=_a b'(x)",
      "",
      "one",
      "--=_a b'(x)x",
      "two",
      "--=_a b'(x)--",
    );
    expect(texts(mail)).toEqual(["one\r\n--=_a b'(x)x\r\ntwo"]);
  });

  test("also with missing boundaries: the outer ones end the inner", () => {
    const mail = read(
      "Content-Type: multipart/mixed; boundary=out",
      "",
      "--out",
      "Content-Type: multipart/alternative; boundary=in",
      "",
      "--in",
      "",
      "one",
      "--out",
      "",
      "two",
    );
    expect(texts(mail)).toEqual(["one", "two"]);
  });

  test("as text when it is declared a multipart and has no parts", () => {
    expect(texts(read("Content-Type: multipart/mixed; boundary=b", "", "hello"))).toEqual(["hello"]);
    expect(texts(read("Content-Type: multipart/mixed", "", "--b", "hello"))).toEqual(["--b\r\nhello"]);
    expect(texts(read("Content-Type: multipart/mixed; boundary=b", "", "--b"))).toEqual([""]);
  });

  test("a part without a header, or without a body", () => {
    const mail = read(
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "no header here",
      "--b",
      "X-Only: header",
      "--b--",
    );
    expect(texts(mail)).toEqual(["no header here", ""]);
  });

  test("as text when its type is invalid", () => {
    expect(read("Content-Type: nonsense", "", "x").type).toBe("text/plain");
    expect(read("Content-Type: ", "", "x").type).toBe("text/plain");
  });

  test("up to 500 parts and 30 levels", () => {
    const flat = (count: number) =>
      read("Content-Type: multipart/mixed; boundary=b", "", ...Array.from({ length: count }, () => "--b\r\n\r\nx"));
    expect(flat(499).parts).toHaveLength(499);
    expect(() => flat(500)).toThrow(TooComplex);
    const deep = (levels: number) =>
      read(
        ...Array.from({ length: levels }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`),
        "",
        "x",
      );
    expect(texts(deep(29))).toEqual(["x"]);
    expect(() => deep(30)).toThrow(TooComplex);
    const mails = (levels: number) =>
      read(...Array.from({ length: levels }, () => "Content-Type: message/rfc822\r\n"), "", "x");
    expect(texts(mails(29))).toEqual(["x"]);
    expect(() => mails(30)).toThrow(TooComplex);
    expect(() =>
      read("Content-Type: multipart/mixed; boundary=b", "", "--b", `X: ${"x".repeat(110_000)}`, "", "x"),
    ).toThrow(TooComplex);
  });
});

test("a wrong octet in a header spoils its own line alone", () => {
  const date = Buffer.concat([
    Buffer.from("X-Date: "),
    Buffer.from([0xf2]),
    Buffer.from("\r\nSubject: Größe 🔥\r\n\r\n"),
  ]);
  expect(readMime(date).fields).toEqual([
    { name: "x-date", value: expect.stringMatching(/^[^\ufffd]$/) },
    { name: "subject", value: "Größe 🔥" },
  ]);
});

describe("the text of a part", () => {
  test.each([
    ["base64", "base64", Buffer.from("héllo").toString("base64"), "héllo"],
    ["base64 over lines, with strangers in it", "BASE64", "aGVs\r\nbG8*h", "hello!"],
    ["base64 of several pieces", "base64", `${btoa("one ")}\r\n${btoa("two")}`, "one two"],
    ["quoted-printable", "quoted-printable", "a=3Db=\r\n=c3=A9  =  \r\nx=", "a=bé  x"],
    ["quoted-printable that is none", "quoted-printable", "a=zz=4", "a=zz=4"],
    ["nothing", "8bit", "é", "é"],
    ["something unknown", "x-secret", "plain", "plain"],
    ["base64 with a comment", "(as ever) base64 (of RFC 2045)", Buffer.from("héllo").toString("base64"), "héllo"],
    ["very many beginnings of comments", "(".repeat(100_000), "plain", "plain"],
  ])("is decoded from %s", (_name, encoding, body, decoded) => {
    expect(text("Content-Type: text/plain; charset=utf-8", `Content-Transfer-Encoding: ${encoding}`, "", body)).toBe(
      decoded,
    );
  });

  test.each([
    ["utf-8", "é", [0xc3, 0xa9]],
    ["ISO-8859-1", "é€", [0xe9, 0x80]],
    ["iso-8859-15", "€", [0xa4]],
    ["ISO-8859-1", "ß", [0xc3, 0x9f]],
    ["utf-8", "é", [0xe9]],
    ["utf-8", "éé\ufffd", [0xc3, 0xa9, 0xc3, 0xa9, 0xc3]],
    ["", "hi", [0xff, 0xfe, 0x68, 0, 0x69, 0]],
    ["windows-1251", "Привет", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
    ["koi8-r", "Да", [0xe4, 0xc1]],
    ["shift_jis", "日本", [0x93, 0xfa, 0x96, 0x7b]],
    ["iso-2022-jp", "日本", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]],
    ["gb2312", "中", [0xd6, 0xd0]],
    ["big5", "中", [0xa4, 0xa4]],
    ["euc-kr", "한", [0xc7, 0xd1]],
    ["ks_c_5601-1987", "한", [0xc7, 0xd1]],
    ["utf-16le", "hi", [0x68, 0, 0x69, 0]],
    ["utf-7", "é", [...Buffer.from("+AOk-")]],
    ["ibm850", "é", [0x82]],
    ["us-ascii", "é", [0xc3, 0xa9]],
    ["us-ascii", "é", [0xe9]],
    ["ascii-8bit", "é", [0xc3, 0xa9]],
    ["binary", "é", [0xc3, 0xa9]],
    ["hex", "é", [0xc3, 0xa9]],
    ["base64", "é", [0xc3, 0xa9]],
    ["no-such-charset", "é", [0xc3, 0xa9]],
    ["iso-8859-8-i", "א", [0xe0]],
  ])("in %s is %s", (charset, is, octets) => {
    const raw = Buffer.concat([
      Buffer.from(`Content-Type: text/plain; charset="${charset}"\r\n\r\n`),
      Buffer.from(octets),
    ]);
    expect(textOf(readMime(raw))).toBe(is);
  });
});

test("HTML that declares its charset itself is read by that", () => {
  const meta = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">';
  const raw = Buffer.concat([Buffer.from(`Content-Type: text/html\r\n\r\n${meta}`), Buffer.from([0xcf, 0xf3])]);
  expect(textOf(readMime(raw))).toBe(`${meta}Пу`);
});

/** Bodies that are no UTF-8 and declare nothing, as old programs send them. */
const UNDECLARED: Readonly<Record<string, string>> = {
  "windows-1251":
    "Паром отошёл до рассвета, и никто на пристани не мог сказать, когда будет следующий. Те, кто ждал всю ночь, пошли обратно.",
  "koi8-r":
    "Паром отошёл до рассвета, и никто на пристани не мог сказать, когда будет следующий. Те, кто ждал всю ночь, пошли обратно.",
  shift_jis:
    "フェリーは夜明け前に出港し、次の便がいつになるのか桟橋の誰にも分からなかった。一晩中待っていた人々は港湾事務所へ歩いて戻った。",
  "windows-1252":
    "Die Fähre legte vor Sonnenaufgang ab – „müde“ gingen die Übrigen zurück zum großen Hafenamt, für später.",
};

test.each(Object.entries(UNDECLARED))(
  "given a text in %s that declares no charset, then it is read as it was meant",
  (charset, is) => {
    const raw = Buffer.concat([Buffer.from("Content-Type: text/plain\r\n\r\n"), iconv.encode(is, charset)]);
    expect(textOf(readMime(raw))).toBe(is);
  },
);

describe("flowed text (RFC 3676)", () => {
  test.each([
    ["a \nb", false, "a b"],
    ["a \nb", true, "ab"],
    ["a\nb", false, "a\nb"],
    [" >x", false, ">x"],
    ["> a \n> b\nc", false, "> a b\nc"],
    ["> a \n>> b", false, "> a \n>> b"],
    ["text \n-- \nname", false, "text \n-- \nname"],
    ["https://example.com/a/very/ \nlong/path", true, "https://example.com/a/very/long/path"],
    ["a \n", false, "a "],
  ])("%j with DelSp=%s is %j", (flowed, delSp, whole) => expect(unflow(flowed, delSp)).toBe(whole));
});
