import { describe, expect, test } from "vitest";
import { readMime } from "../message/mime.ts";
import { linksInMail, TooManyLinks } from "./links.ts";
import { subjectIn } from "./subject.ts";

const read = (...lines: string[]) => {
  const mail = readMime(Buffer.from(lines.join("\r\n")));
  return linksInMail(mail, subjectIn(mail.fields));
};
const links = (...lines: string[]) => read(...lines).urls;
const inText = (text: string) => links("", text);
const inHtml = (html: string) => links("Content-Type: text/html", "", html);
const part = (type: string, body: string, ...more: string[]) => ["--b", `Content-Type: ${type}`, ...more, "", body];
const multipart = (type: string, ...parts: string[][]) =>
  links(`Content-Type: multipart/${type}; boundary=b`, "", ...parts.flat(), "--b--", "");
const a = (href: string) => `<a href="${href}">x</a>`;

describe("the links of a mail", () => {
  test("in two alternatives are those of the HTML, or of the text when the HTML has none", () => {
    const text = part("text/plain", "[1] https://example.com/a?utm=text");
    expect(multipart("alternative", text, part("text/html", a("https://example.com/a")))).toEqual([
      "https://example.com/a",
    ]);
    expect(multipart("alternative", text, part("text/html", "<p>picture</p>"))).toEqual([
      "https://example.com/a?utm=text",
    ]);
    const unsubscribe = part("text/html", '<a href="https://list.example/u?id=1">Unsubscribe</a>');
    expect(multipart("alternative", text, unsubscribe)).toEqual(["https://example.com/a?utm=text"]);
  });

  test("in several parts are those of all of them in order", () => {
    const parts = [
      part("text/plain", "https://a.example"),
      part("text/html", a("https://b.example")),
      part("text/plain", "https://c.example"),
    ];
    expect(multipart("mixed", ...parts)).toEqual(["https://a.example", "https://b.example", "https://c.example"]);
  });

  test("with related pictures are those of the page", () => {
    const page = part("text/html", a("https://a.example"), "Content-ID: <page>");
    const style = part("text/html", a("https://b.example"), "Content-ID: <frame>");
    expect(multipart("related", page, part("image/png", "x"), style)).toEqual(["https://a.example"]);
    expect(multipart('related; start="<frame>"', page, style)).toEqual(["https://b.example"]);
  });

  test("in a list of addresses are its lines", () => {
    expect(multipart("mixed", part("text/uri-list", "# pages\r\nhttps://a.example/1\r\nhttps://b.example/2"))).toEqual([
      "https://a.example/1",
      "https://b.example/2",
    ]);
  });

  test("are not those in files, calendars, signatures and reports", () => {
    expect(
      multipart(
        "mixed",
        part("text/plain", "https://a.example"),
        part("text/plain", "https://attached.example", "Content-Disposition: attachment; filename=a.txt"),
        part("text/calendar", "URL:https://calendar.example"),
        part("application/octet-stream", "https://octets.example"),
      ),
    ).toEqual(["https://a.example"]);
    expect(
      multipart("signed", part("text/plain", "https://a.example"), part("text/plain", "https://b.example")),
    ).toEqual(["https://a.example"]);
  });

  test("include those of a mail within it, inline, as a file or encoded", () => {
    const inner = "Subject: inner\r\nContent-Type: text/html\r\n\r\n<a href='https://inner.example'>x</a>";
    expect(multipart("mixed", part("text/plain", "see"), part("message/rfc822", inner))).toEqual([
      "https://inner.example",
    ]);
    expect(
      multipart("mixed", part("message/rfc822", inner, "Content-Disposition: attachment; filename=a.eml")),
    ).toEqual(["https://inner.example"]);
    const base64 = Buffer.from(inner).toString("base64");
    expect(multipart("mixed", part("message/rfc822", base64, "Content-Transfer-Encoding: base64"))).toEqual([
      "https://inner.example",
    ]);
    expect(multipart("digest", ["--b", "", inner])).toEqual(["https://inner.example"]);
  });

  test("are without those of its List-* fields, also within a forward", () => {
    const inner =
      "List-Unsubscribe: <mailto:u@x.example>,\r\n <https://x.example/u/1>\r\n\r\nhttps://x.example/page https://x.example/u/1";
    expect(multipart("mixed", part("message/rfc822", inner))).toEqual(["https://x.example/page"]);
    expect(inText("https://x.example/unsubscribe?u=1 https://x.example/how-to-unsubscribe")).toEqual([
      "https://x.example/how-to-unsubscribe",
    ]);
    expect(
      inHtml(a("https://x.example/a?unsubscribe=1") + a("https://x.example/unsub.php") + a("https://x.example/")),
    ).toEqual(["https://x.example/"]);
  });

  test("are those that its sender wrote, else those of quoted text", () => {
    expect(inText("https://own.example\r\n\r\nOn Monday Ben wrote:\r\n> https://quoted.example")).toEqual([
      "https://own.example",
    ]);
    expect(inText("save this\r\n> https://quoted.example")).toEqual(["https://quoted.example"]);
    expect(inText("> https://same.example\r\nhttps://same.example")).toEqual(["https://same.example"]);
  });

  test("are each there once, as first written", () => {
    expect(inText("https://Example.com https://example.com/ https://example.com/a https://example.com/a")).toEqual([
      "https://Example.com",
      "https://example.com/a",
    ]);
  });

  test("are 100 at most, however they are written", () => {
    const some = Array.from({ length: 100 }, (_, i) => `https://example.com/${i}`);
    expect(inText(some.join("\r\n"))).toEqual(some);
    expect(() => inText([...some, "https://example.com/100"].join("\r\n"))).toThrow(TooManyLinks);
    expect(() => inText(Array.from({ length: 5000 }, (_, i) => `https://example.com/${i}`).join(" "))).toThrow(
      TooManyLinks,
    );
    expect(inText([...some, ...some].join(" "))).toEqual(some);
    const quoted = Array.from({ length: 200 }, (_, i) => `> https://example.com/${i}`);
    expect(inText(["https://own.example", ...quoted].join("\r\n"))).toEqual(["https://own.example"]);
  });

  test("are each at most 2,048 characters long: a longer one is left out, not cut", () => {
    const fits = `https://example.com/${"x".repeat(2048 - 20)}`;
    expect(inText(`${fits}y ${fits}`)).toEqual([fits]);
  });

  test("together fit into an event", () => {
    const some = Array.from({ length: 100 }, (_, i) => `https://example.com/${i}/${"ü".repeat(2000)}`);
    expect(() => inText(some.join("\n"))).toThrow(TooManyLinks);
  });

  test("are unwrapped from the wrappers of companies and sites", () => {
    const target = "https://page.example/a";
    const safe = `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(target)}&data=05`;
    expect(inHtml(a(safe) + a(target))).toEqual([target]);
    expect(inText(`See <${safe}>`)).toEqual([target]);
    expect(inText(`https://urldefense.com/v3/__${target}*b__;Iw!!ACWV5N9M2RV99hQ!INUzIF25$`)).toEqual([`${target}#b`]);
    expect(inText("https://www.google.com/url?q=https://page.example/unsubscribe")).toEqual([]);
  });

  test("may have an address for a host, an underscore in it, or a dot at its end", () => {
    const some = ["http://[2001:db8::1]/a", "http://page_one.example.com/a", "http://page.example./a"];
    expect(inText(some.join("\r\n"))).toEqual(some);
    expect(inHtml(some.map(a).join(""))).toEqual(some);
  });

  test("are web addresses that a browser can open", () => {
    const html = [
      "http://",
      "https://exa mple.com",
      "https://example.com:99999/",
      "ftp://a.example",
      "https://good.example",
    ];
    expect(inHtml(html.map(a).join(""))).toEqual(["https://good.example"]);
  });
});
