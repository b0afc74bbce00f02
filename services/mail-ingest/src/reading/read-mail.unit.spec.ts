import { describe, expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

const read = (...lines: string[]) => readMail(Buffer.from(lines.join("\r\n")));
const part = (type: string, body: string, ...more: string[]) => ["--b", `Content-Type: ${type}`, ...more, "", body];

describe("a mail", () => {
  test("in two alternatives counts once", async () => {
    const mail = await read(
      "Content-Type: multipart/alternative; boundary=b",
      "",
      ...part("text/plain", "[1] https://example.com/a?utm=text"),
      ...part("text/html", '<a href="https://example.com/a">a</a>'),
      "--b--",
    );
    expect(mail.urls).toEqual(["https://example.com/a"]);
  });

  test("in several parts has the links of all of them in order", async () => {
    const mail = await read(
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...part("text/plain", "https://a.example"),
      ...part("text/html", '<a href="https://b.example">b</a>'),
      ...part("text/plain", "https://c.example"),
      "--b--",
    );
    expect(mail.urls).toEqual(["https://a.example", "https://b.example", "https://c.example"]);
  });

  test("has no links in its attachments or its List-Unsubscribe field", async () => {
    const mail = await read(
      "List-Unsubscribe: <https://unsubscribe.example>",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...part("text/plain", "https://a.example"),
      ...part("text/plain", "https://attached.example", "Content-Disposition: attachment; filename=a.txt"),
      "--b--",
    );
    expect(mail.urls).toEqual(["https://a.example"]);
  });

  test("is decoded: base64, quoted-printable, its character set, its subject", async () => {
    const base64 = Buffer.from("https://example.com/base64").toString("base64");
    expect((await read("Content-Transfer-Encoding: base64", "", base64)).urls).toEqual(["https://example.com/base64"]);
    expect(
      (await read("Content-Transfer-Encoding: quoted-printable", "", "https://example.com/?a=3D1=\r\n2")).urls,
    ).toEqual(["https://example.com/?a=12"]);
    const latin = Buffer.from("Content-Type: text/plain; charset=iso-8859-1\r\n\r\nhttps://example.com/\xe4", "latin1");
    expect((await readMail(latin)).urls).toEqual(["https://example.com/ä"]);
    expect((await read("Subject: Re: =?utf-8?b?R3LDvMOfZQ==?=", "", "x")).subject).toBe("Grüße");
  });

  test("with flowed text keeps a link that is broken over two lines whole", async () => {
    const mail = await read(
      "Content-Type: text/plain; format=flowed; delsp=yes",
      "",
      "https://example.com/a/very/ ",
      "long/path and text",
    );
    expect(mail.urls).toEqual(["https://example.com/a/very/long/path"]);
  });

  test("without subject or links has none", async () => {
    expect(await read("From: a@b.example", "", "hello")).toEqual({ subject: "", urls: [] });
  });
});
