import { describe, expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

const read = (...lines: string[]) => readMail(Buffer.from(lines.join("\r\n")));

describe("a mail", () => {
  test("has links, a subject in its charset, and tags", () => {
    expect(
      read("Subject: Re: =?utf-8?b?R3LDvMOfZQ==?= =?iso-8859-1?q?_zur=FCck_=23sp=E4ter?=", "", "https://example.com/"),
    ).toEqual({
      subject: "Grüße zurück #später",
      title: "Grüße zurück",
      tags: ["später"],
      urls: ["https://example.com/"],
      linksAreQuoted: false,
    });
  });

  test("whose subject has only tags has no title", () => {
    expect(read("Subject: #a #b", "", "x")).toEqual({
      subject: "#a #b",
      tags: ["a", "b"],
      urls: [],
      linksAreQuoted: false,
    });
  });

  test("with text of another charset or encoding keeps its links as they were meant", () => {
    const base64 = Buffer.from("https://example.com/base64").toString("base64");
    expect(read("Content-Transfer-Encoding: base64", "", base64).urls).toEqual(["https://example.com/base64"]);
    expect(read("Content-Transfer-Encoding: quoted-printable", "", "https://example.com/?a=3D1=\r\n2").urls).toEqual([
      "https://example.com/?a=12",
    ]);
    const latin = Buffer.from("Content-Type: text/plain; charset=iso-8859-1\r\n\r\nhttps://example.com/\xe4", "latin1");
    expect(readMail(latin).urls).toEqual(["https://example.com/ä"]);
  });

  test("with flowed text keeps a link that is broken over two lines whole", () => {
    const flowed = "Content-Type: text/plain; format=flowed; delsp=yes";
    expect(read(flowed, "", "https://example.com/a/very/ ", "long/path and text").urls).toEqual([
      "https://example.com/a/very/long/path",
    ]);
  });

  test("that only contains another mail has the subject of that mail", () => {
    const inner = "Subject: Inner #x\r\n\r\nhttps://example.com/";
    expect(read("Content-Type: message/rfc822", "", inner)).toMatchObject({ title: "Inner", tags: ["x"] });
    const parts = [
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: message/rfc822",
      "",
      inner,
      "--b--",
    ];
    expect(read(...parts)).toMatchObject({ subject: "Inner #x" });
    expect(read("Subject: Outer", ...parts)).toMatchObject({ subject: "Outer" });
  });

  test.each([
    ["a file of a mail that is declared as any file", "application/octet-stream; name=a.eml"],
    ["a picture message of a phone", "text/plain; name=text_0.txt"],
  ])("%s has its links", (_name, type) => {
    const text = type.includes(".eml") ? "Subject: Inner\r\n\r\nhttps://example.com/" : "https://example.com/";
    const parts = ["--b", "Content-Type: application/smil", "", "<smil/>", "--b", `Content-Type: ${type}`, "", text];
    const kind = type.includes(".eml") ? "mixed" : "related";
    expect(read(`Content-Type: multipart/${kind}; boundary=b`, "", ...parts, "--b--").urls).toEqual([
      "https://example.com/",
    ]);
  });

  test("has the address alone of one that was written behind another scheme", () => {
    expect(read("", "http://https://example.com/a").urls).toEqual(["https://example.com/a"]);
  });

  test("does not save what Outlook says of rare senders and of itself", () => {
    const tip =
      "[You don't often get email from a@b.example. Learn why at https://aka.ms/LearnAboutSenderIdentification ]";
    expect(read("", tip, "https://example.com/").urls).toEqual(["https://example.com/"]);
    const program = "Provenance : https://go.microsoft.com/fwlink/?LinkId=550986";
    expect(read("", "https://example.com/", program).urls).toEqual(["https://example.com/"]);
  });

  test("without subject or links has none", () => {
    expect(read("From: a@b.example", "", "hello")).toEqual({ subject: "", tags: [], urls: [], linksAreQuoted: false });
    expect(readMail(Buffer.alloc(0))).toEqual({ subject: "", tags: [], urls: [], linksAreQuoted: false });
  });
});
