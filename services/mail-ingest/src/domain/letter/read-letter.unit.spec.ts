import { unpackParts } from "@satchel/chassis/parts";
import { describe, expect, test } from "vitest";
import { confirmationIn } from "./confirmation.ts";
import { letterSender } from "./letter-sender.ts";
import { plainHtml } from "./plain-html.ts";
import { readLetter } from "./read-letter.ts";
import { unsubscriptionOf } from "./unsubscription.ts";

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"));
const read = (...lines: string[]) => readLetter(mail(...lines), "ab12");
const textOf = (packed: Uint8Array): string => Buffer.from(unpackParts(packed).document).toString();

describe("given a mail, when it is read", () => {
  test.each([
    ["Message-ID: <a b%/c@x.example>", "mid:a%20b%25%2Fc@x.example"],
    ["Message-ID: <>", "mid:ab12@example.org"],
    [`Message-ID: <${"界".repeat(300)}@x.example>`, "mid:ab12@example.org"],
    ["X-Other: 1", "mid:ab12@example.org"],
  ])("then with %s its address is %s", (field, url) => {
    expect(read("From: Ada <ada@example.org>", field, "", "Hello").url).toBe(url);
  });

  test("then of its alternatives the HTML is read, its pictures are named, and attached files are not read", () => {
    const letter = read(
      "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe_=3Cb=3E?=",
      'Content-Type: multipart/mixed; boundary="m"',
      "",
      "--m",
      'Content-Type: multipart/alternative; boundary="a"',
      "",
      "--a",
      "",
      "plain",
      "--a",
      "Content-Type: text/html",
      "",
      '<p>rich <img src="cid:one@x">',
      "--a",
      "Content-Type: text/calendar",
      "",
      "BEGIN:VCALENDAR",
      "--a--",
      "--m",
      "Content-Type: image/gif; name=one.gif",
      "Content-ID: <one@x>",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("GIF89a....").toString("base64"),
      "--m",
      "Content-Type: image/png",
      "Content-ID: <script@x>",
      "",
      "<script>alert(1)</script>",
      "--m",
      "Content-Type: text/html",
      "Content-Disposition: attachment; filename=x.html",
      "",
      "<p>attached</p>",
      "--m--",
    );
    expect(letter.subject).toBe("Grüße <b>");
    const page = unpackParts(letter.packed);
    expect(page).toMatchObject({ parts: [{ url: "cid:one@x", type: "image/gif" }], leftOut: 1 });
    const html = textOf(letter.packed);
    expect(html).toContain("<title>Grüße &lt;b&gt;</title>");
    expect(html).toContain("<p>rich");
    expect(html).not.toMatch(/plain|attached|VCALENDAR/);
  });

  test.each([
    [
      "pictures of a server alone",
      "<style>p { color: red }</style><p>&nbsp;<img src='https://a.example/1.png'></p>",
      "plain",
    ],
    ["a picture that came along", "<p><img src='cid:one@x'></p>", "<img"],
    ["a number", "<p>7</p>", "<p>7"],
    ["an element that is never closed", "<style>p", "plain"],
  ])("then of alternatives the HTML is read where it says something: %s", (_what, html, shown) => {
    const alternatives = ["--a", "", "plain", "--a", "Content-Type: text/html", "", html, "--a--"];
    expect(textOf(read('Content-Type: multipart/alternative; boundary="a"', "", ...alternatives).packed)).toContain(
      shown,
    );
  });

  test("then one that only has another mail in it is that mail's text", () => {
    const inner = ["Subject: Inner", "Content-Type: text/html", "", "<p>within</p>"];
    const letter = read("Content-Type: message/rfc822", "Content-Disposition: attachment", "", ...inner);
    expect(textOf(letter.packed)).toContain("<p>within</p>");
  });

  test.each(["", "yesterday", "Wed, 25 Nov 1900 08:00:00 +0000", "9".repeat(5000)])(
    "then the date %s is none",
    (date) => {
      expect(read(`Date: ${date}`, "", "x").sentAt).toBeUndefined();
    },
  );
});

test.each([
  ["Ada <ada@example.org>", "ada@example.org", "Ada"],
  ['"Countess, Ada \\"L\\"" <ada@example.org>', "ada@example.org", 'Countess, Ada "L"'],
  ["=?utf-8?b?QWTDqA==?= <ada@example.org>, b@example.org", "ada@example.org", "Adè"],
  ["ada@example.org", "ada@example.org", undefined],
  ["a\u202eb <x@example.org>", "x@example.org", "ab"],
  ["nobody", undefined, undefined],
  [`${"x".repeat(400)}@example.org`, undefined, undefined],
  ['  "Ada"  < ada@example.org >', "ada@example.org", "Ada"],
  ["  ada@example.org  ", "ada@example.org", undefined],
])("given the From field %s, then it is from %s, called %s", (value, address, name) => {
  const found = letterSender([{ name: "from", value }]);
  expect([found?.address, found?.name]).toEqual([address, name]);
});

test("given a From field that names nobody, then it is from whom the Sender field names", () => {
  const fields = [
    { name: "sender", value: "Ben <ben@example.org>" },
    { name: "from", value: "undisclosed" },
  ];
  expect(letterSender(fields)?.address).toBe("ben@example.org");
});

test.each(["\t", "a ", "@", "< "])("given From fields of many %j, then nobody is found in a moment", (piece) => {
  const fields = Array.from({ length: 20 }, () => ({ name: "from", value: `x${piece.repeat(2000)}"` }));
  expect(letterSender(fields)).toBeUndefined();
});

const POST = { name: "list-unsubscribe-post", value: "List-Unsubscribe=One-Click" };
test.each([
  ["<https://a.example/u?1>", [POST], { by: "request", url: "https://a.example/u?1" }],
  ["<mailto:end@a.example>, <https://a.example/u>", [POST], { by: "request", url: "https://a.example/u" }],
  ["<http://a.example/u>", [POST], { by: "link", url: "http://a.example/u" }],
  ["<https://a.example/u>", [], { by: "link", url: "https://a.example/u" }],
  ["<mailto:end@a.example?subject=x>", [], { by: "link", url: "mailto:end@a.example?subject=x" }],
  ["<javascript:alert(1)>, <file:///etc>", [POST], undefined],
  ["https://a.example/u", [POST], undefined],
])("given List-Unsubscribe %s, then it ends so", (value, more, expected) => {
  expect(unsubscriptionOf([{ name: "list-unsubscribe", value }, ...more])).toEqual(expected);
});

describe("given a mail that asks to confirm something", () => {
  test.each([
    [
      "Bitte bestätige deine Anmeldung",
      '<p>Hallo</p><a href="https://x.example/privacy">Datenschutz</a><a style="a" href="https://x.example/o?a=1&amp;b=2">Anmeldung <b>bestätigen</b></a>',
      { url: "https://x.example/o?a=1&b=2" },
    ],
    ["Confirm your subscription", "<a href='https://x.example/cancel?confirm=1'>Cancel</a>", undefined],
    ["Verify your address", "<p>Your code is: <b>048 </b></p><p>Code: 4821</p>", { code: "4821" }],
    ["Weekly news", '<a href="https://x.example/confirm">Confirm</a>', undefined],
    ["Confirm", '<a href="javascript:confirm()">Confirm</a>', undefined],
  ])("%s: then %s has it", (subject, html, expected) => {
    expect(confirmationIn(subject, html)).toEqual(expected);
  });
});

test.each([
  ["a\n\nb", "<p>a</p>\n<p>b</p>"],
  ["Street 1\nTown", "<p>Street 1<br>\nTown</p>"],
  ["----------", "<hr>"],
  ["> quoted\n> <more>", "<blockquote><p>quoted<br>\n&lt;more&gt;</p></blockquote>"],
  ['<img src=x onerror="1">', "<p>&lt;img src=x onerror=&quot;1&quot;&gt;</p>"],
  [
    "see https://a.example/?a=1&b=2",
    '<p>see <a href="https://a.example/?a=1&amp;b=2">https://a.example/?a=1&amp;b=2</a></p>',
  ],
])("given the plain text %j, then its HTML is %s", (text, html) => {
  expect(plainHtml(text)).toBe(html);
});
