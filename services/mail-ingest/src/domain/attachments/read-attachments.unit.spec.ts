import { createHash } from "node:crypto";
import { unpackParts } from "@satchel/chassis/parts";
import { ATTACHMENTS_PER_MAIL, SENDER_NAME_CHARS } from "@satchel/contracts";
import { onePagePdf, pdfLines } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { attached, epubOf, html, multipart, plain, PNG, zipOf } from "../../../test/attached-files.ts";
import { mailNamed } from "../../../test/mails.ts";
import { readMail } from "../read-mail.ts";

const PDF = Buffer.from(onePagePdf({ content: pdfLines([20, "A report"]) }));
const LINK = "https://page.example/a";
const HEAD = ["From: anna@example.org", "Subject: Things", "Message-ID: <1@example.org>"];

const hashOf = (octets: Uint8Array): string => createHash("sha256").update(octets).digest("hex");

const read = (lines: readonly string[], keeps = true) => {
  const {
    urls,
    attachments = [],
    leftOut = [],
    note,
  } = readMail(Buffer.from([...HEAD, ...lines].join("\r\n")), keeps ? hashOf : undefined);
  return {
    urls,
    note,
    kept: attachments.map(({ item }) => `${item.type} ${item.title ?? item.name}`),
    leftOut: leftOut.map(({ name, reason }) => `${name}: ${reason}`),
    items: attachments.map(({ item }) => item),
    documents: attachments.map(({ packed }) => Buffer.from(unpackParts(packed).document)),
  };
};

describe("what programs attach is found", () => {
  test("Gmail: a PDF beside a text with a link gives both, and the pasted picture is none", () => {
    const shown = [
      'Content-Type: image/png; name="image.png"',
      'Content-Disposition: inline; filename="image.png"',
      "Content-ID: <ii_1>",
      "X-Attachment-Id: ii_1",
      "Content-Transfer-Encoding: base64",
      "",
      PNG.toString("base64"),
    ];
    const mail = multipart(
      "mixed",
      "m",
      multipart(
        "related",
        "r",
        multipart("alternative", "a", plain(`Look ${LINK}`), html(`<p>Look ${LINK} <img src="cid:ii_1">`)),
        shown,
      ),
      [...attached("application/pdf", "report.pdf", PDF), ""],
    );
    const { urls, kept, documents, items } = read(mail);
    expect({ urls, kept }).toEqual({ urls: [LINK], kept: ["application/pdf report.pdf"] });
    expect(documents[0]?.equals(PDF)).toBe(true);
    expect(items[0]?.url).toMatch(/^mid:1@example\.org\/[0-9a-f]{64}$/);
  });

  test("Apple Mail: files stand between texts, inline, in one of the alternatives", () => {
    const mail = multipart(
      "alternative",
      "a",
      plain("My photo:", "", "and the plan"),
      multipart(
        "mixed",
        "m",
        html("<p>My photo:</p>"),
        attached("image/png", "IMG_1.png", PNG, "inline"),
        html("<p>and the plan</p>"),
        attached("application/pdf", "plan.pdf", PDF, "inline"),
        html(""),
      ),
    );
    expect(read(mail).kept).toEqual(["image/png IMG_1.png", "application/pdf plan.pdf"]);
  });

  test("Outlook: the picture of the signature is none, and the name is read as it is encoded", () => {
    const logo = [
      'Content-Type: image/png; name="image001.png"',
      "Content-ID: <image001.png@01DB>",
      'Content-Disposition: inline; filename="image001.png"',
      "Content-Transfer-Encoding: base64",
      "",
      PNG.toString("base64"),
    ];
    const file = [
      "Content-Type: application/pdf;",
      " name*0*=utf-8''Bericht%20f%C3%BCr; name*1*=%20Anna.pdf",
      "Content-Disposition: attachment;",
      " filename*0*=utf-8''Bericht%20f%C3%BCr; filename*1*=%20Anna.pdf",
      "Content-Transfer-Encoding: base64",
      "",
      PDF.toString("base64"),
    ];
    const body = html('<p>Hi</p><img src="cid:image001.png@01DB">');
    expect(read(multipart("mixed", "m", multipart("related", "r", body, logo), file)).kept).toEqual([
      "application/pdf Bericht für Anna.pdf",
    ]);
  });

  test("Thunderbird: signed, with a business card", () => {
    const inner = multipart(
      "mixed",
      "m",
      plain("see"),
      attached("application/pdf", "a.pdf", PDF),
      attached("text/vcard", "anna.vcf", "BEGIN:VCARD"),
    );
    const signature = attached("application/pgp-signature", "OpenPGP_signature.asc", "-----BEGIN");
    expect(read(multipart("signed", "s", inner, signature))).toMatchObject({
      kept: ["application/pdf a.pdf"],
      leftOut: [],
    });
  });

  test("K-9: a file that is shared, without a text", () => {
    expect(read(multipart("mixed", "m", plain(""), attached("image/png", "Screenshot_1.png", PNG))).kept).toEqual([
      "image/png Screenshot_1.png",
    ]);
  });

  test("a mail that is nothing but a file", () => {
    expect(read(attached("application/octet-stream", "scan", PDF)).kept).toEqual(["application/pdf scan"]);
  });
});

describe("what is kept", () => {
  test("a book has its title and author, Markdown its heading, a text its name", () => {
    const mail = multipart(
      "mixed",
      "m",
      attached("application/octet-stream", "b.epub", epubOf("Tides &amp; Time", { "1.xhtml": "<p>One</p>" })),
      attached("application/octet-stream", "notes.md", "# Plans\n\nText"),
      [
        'Content-Type: text/plain; charset=iso-8859-1; name="t.txt"',
        'Content-Disposition: attachment; filename="t.txt"',
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from("Grüße", "latin1").toString("base64"),
      ],
    );
    const { kept, items, documents } = read(mail);
    expect(kept).toEqual(["application/epub+zip Tides & Time", "text/markdown Plans", "text/plain t.txt"]);
    expect(items[0]).toMatchObject({ name: "b.epub", author: "Ann Author" });
    expect(documents[2]?.toString()).toBe("Grüße");
  });

  test("a text in UTF-16, as Windows saves it, is kept as any other", () => {
    const little = Buffer.from("\ufeffGrüße", "utf16le");
    const big = Buffer.from(little).swap16();
    const mail = multipart(
      "mixed",
      "m",
      attached("text/plain", "little.txt", little),
      attached("application/octet-stream", "big.md", big),
      attached("text/plain", "none.txt", Buffer.from("\0\x01\x02")),
    );
    const { kept, documents } = read(mail);
    expect(kept).toEqual(["text/plain little.txt", "text/markdown big.md"]);
    expect(documents.map(String)).toEqual(["Grüße", "Grüße"]);
  });

  test("files with one address and pages give their links as before, and links that stand in texts that are kept do not", () => {
    const mail = multipart(
      "mixed",
      "m",
      attached("application/octet-stream", "page.url", `[InternetShortcut]\nURL=${LINK}`),
      attached("text/plain", "address.txt", "https://other.example/"),
      attached("text/plain", "story.txt", "A story of https://not.example/"),
    );
    expect(read(mail)).toMatchObject({ urls: [LINK], kept: ["text/plain story.txt"] });
    expect(
      read(multipart("mixed", "m", plain(""), attached("text/html", "p.html", `<a href="${LINK}">x</a>`))),
    ).toMatchObject({
      urls: [LINK],
      kept: [],
      leftOut: [],
    });
  });

  test("beside a file neither quoted links nor footers are meant", () => {
    const file = attached("application/pdf", "a.pdf", PDF);
    expect(read(multipart("mixed", "m", plain("Here", "", "Best regards", "https://firm.example"), file)).urls).toEqual(
      [],
    );
    expect(read(multipart("mixed", "m", plain("Here", `> ${LINK}`), file)).urls).toEqual([]);
  });

  test("the same file twice is one", () => {
    const file = attached("application/pdf", "a.pdf", PDF);
    expect(read(multipart("mixed", "m", file, file, attached("application/pdf", "b.pdf", PDF))).kept).toEqual([
      "application/pdf a.pdf",
    ]);
  });

  test("a note stands beside it", () => {
    expect(
      read(multipart("mixed", "m", plain("note: for tax"), attached("application/pdf", "a.pdf", PDF))),
    ).toMatchObject({
      note: "for tax",
      kept: ["application/pdf a.pdf"],
    });
  });
});

describe("a forwarded newsletter", () => {
  test.each(["gmail", "apple-mail", "outlook", "thunderbird", "k9"].map((program) => `${program}-forward-newsletter`))(
    "in the text is one item in the place of its links: %s",
    (name) => {
      const { urls, attachments = [], tags } = readMail(mailNamed(name), hashOf);
      expect(urls).toEqual([]);
      expect(attachments.map(({ item }) => item)).toMatchObject([
        { type: "message/rfc822", title: "Issue 88", siteName: "The Map Letter", author: "letter@maps.example" },
      ]);
      expect(tags).toEqual(name.startsWith("gmail") ? ["maps"] : []);
      expect(Buffer.from(unpackParts(attachments[0]?.packed ?? new Uint8Array()).document).toString()).toContain(
        "an atlas of smells",
      );
    },
  );

  test.each(["gmail", "apple-mail", "outlook", "thunderbird", "k9"])(
    "in the text is one item beside the link that its sender wrote above it: %s",
    (program) => {
      const { urls, attachments = [] } = readMail(mailNamed(`${program}-forward-newsletter-and-link`), hashOf);
      expect(urls).toEqual(["https://own.example/compare"]);
      expect(attachments.map(({ item }) => item)).toMatchObject([
        { type: "message/rfc822", title: "Issue 88", siteName: "The Map Letter", author: "letter@maps.example" },
      ]);
    },
  );

  test("as a file has its own address, sender and date", () => {
    const { urls, attachments = [] } = readMail(mailNamed("outlook-forward-as-attachment"), hashOf);
    expect(urls).toEqual([]);
    expect(attachments.map(({ item }) => item)).toEqual([
      {
        url: "mid:88@maps.example",
        type: "message/rfc822",
        name: "Issue 88",
        title: "Issue 88",
        author: "letter@maps.example",
        siteName: "The Map Letter",
        sentAt: "2026-11-20T05:00:00.000Z",
      },
    ]);
  });

  test("is an item beside an own link, and a friend's mail gives its own links", () => {
    const forward = (above: string, body: string) =>
      read(
        plain(above, "", "---------- Forwarded message ---------", "From: Ben <ben@b.example>", "Subject: x", "", body),
      );
    expect(forward(LINK, "https://b.example/1\r\nUnsubscribe: https://b.example/u")).toMatchObject({
      urls: [LINK],
      kept: ["message/rfc822 Things"],
    });
    // A link that its sender repeats from it is meant, too; a footer under the own text is not.
    expect(forward("https://b.example/1", "https://b.example/1\r\nUnsubscribe: https://b.example/u").urls).toEqual([
      "https://b.example/1",
    ]);
    expect(
      forward("-- \r\nhttps://anna.example/me", "https://b.example/1\r\nUnsubscribe: https://b.example/u"),
    ).toMatchObject({
      urls: [],
      kept: ["message/rfc822 Things"],
    });
    expect(forward("look", "https://b.example/1")).toMatchObject({ urls: ["https://b.example/1"], kept: [] });
  });

  test("without any link is an item as well; a mail of one's own without any is none", () => {
    const forward = plain("---------- Forwarded message ---------", "From: Ben <ben@b.example>", "", "A recipe.");
    const { attachments = [] } = readMail(Buffer.from(["Subject: Fwd: Recipe", ...forward].join("\r\n")), hashOf);
    expect(attachments.map(({ item }) => item)).toMatchObject([{ title: "Recipe", siteName: "Ben" }]);
    expect(read(plain("Just words"))).toMatchObject({ urls: [], kept: [] });
  });

  test("with a friend's link or a file is none: these are what is meant", () => {
    const forwarded = (...body: string[]) =>
      readMail(Buffer.from(["Subject: Fwd: Things", ...body].join("\r\n")), hashOf);
    const text = ["---------- Forwarded message ---------", "From: Ben <ben@b.example>", "", "Look at this."];
    expect(forwarded(...plain(...text, LINK))).toMatchObject({ urls: [LINK] });
    expect(forwarded(...plain(...text, LINK)).attachments).toBeUndefined();
    const { attachments = [] } = forwarded(
      ...multipart("mixed", "m", plain(...text), attached("application/pdf", "a.pdf", PDF)),
    );
    expect(attachments.map(({ item }) => item.type)).toEqual(["application/pdf"]);
  });

  test("of a sender without a name and with a long address has as much of it as the journal takes", () => {
    const sender = `${"a".repeat(60)}@${"b".repeat(60)}.example`;
    const { items } = read(
      multipart("mixed", "m", ["Content-Type: message/rfc822", "", `From: ${sender}`, "Subject: Inner", "", "Words"]),
    );
    expect(items[0]).toMatchObject({ author: sender, siteName: sender.slice(0, SENDER_NAME_CHARS) });
  });
});

describe("attached mails", () => {
  const mail = (subject: string, ...body: string[]): string[] => [
    "From: Ben <ben@b.example>",
    `Subject: ${subject}`,
    `Message-ID: <${subject}@b.example>`,
    ...body,
  ];
  const within = (lines: string[]): string[] => [
    "Content-Type: message/rfc822",
    "Content-Disposition: attachment",
    "",
    ...lines,
  ];

  test("of a person are items, and their links are saved; their files are items too", () => {
    const inner = mail(
      "inner",
      ...multipart("mixed", "i", plain(`See ${LINK}`), attached("application/pdf", "a.pdf", PDF)),
    );
    expect(read(multipart("mixed", "m", plain("fyi"), within(inner)))).toMatchObject({
      urls: [LINK],
      kept: ["message/rfc822 inner", "application/pdf a.pdf"],
    });
  });

  test("that a program saved as a file, in base64", () => {
    const file = attached("application/octet-stream", "x.eml", mail("saved", "", "Words").join("\r\n"));
    expect(read(multipart("mixed", "m", plain(""), file)).kept).toEqual(["message/rfc822 saved"]);
    expect(read(attached("application/octet-stream", "x.eml", "no mail at all"))).toMatchObject({
      kept: [],
      leftOut: ["x.eml: unreadable"],
    });
  });

  test("within each other are opened to a depth", () => {
    let lines = mail("0", "", "core");
    for (let depth = 1; depth <= 8; depth++) {
      lines = mail(String(depth), ...multipart("mixed", `b${depth}`, plain(`level ${depth}`), within(lines)));
    }
    const { kept, leftOut } = read(multipart("mixed", "m", plain(""), within(lines)));
    expect(kept).toEqual(["message/rfc822 8", "message/rfc822 7", "message/rfc822 6"]);
    expect(leftOut).toEqual(["5: too-many"]);
  });
});

describe("what is hostile", () => {
  test.each<[string, string, Buffer | string, string]>([
    ["another kind", "a.docx", zipOf([["[Content_Types].xml", "<x/>"]]), "a.docx: kind"],
    ["a program that says it is a PDF", "a.pdf", "MZ\x90\0\x03", "a.pdf: kind"],
    ["a page that says it is a picture", "a.png", "<script>alert(1)</script>", "a.png: kind"],
    ["a drawing, which may run", "a.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "a.svg: kind"],
    ["a book that is none", "a.epub", "PK\x03\x04broken", "a.epub: unreadable"],
    ["nothing", "a.pdf", "", "a.pdf: unreadable"],
    ["a name with folders", "../../etc/x.bin", "\0\x01", "x.bin: kind"],
    ["a name of Windows", "C:\\x\\y.exe", "MZ", "y.exe: kind"],
    ["a name that turns around", "fdp\u202egpj.exe", "MZ", "fdpgpj.exe: kind"],
  ])("%s is left out", (_name, name, content, expected) => {
    const encoded = `=?utf-8?b?${Buffer.from(name).toString("base64")}?=`;
    expect(
      read(multipart("mixed", "m", plain(LINK), attached("application/octet-stream", encoded, content))),
    ).toMatchObject({
      urls: [LINK],
      kept: [],
      leftOut: [expected],
    });
  });

  test("what is more than a mail may bring is named", () => {
    const files = Array.from({ length: ATTACHMENTS_PER_MAIL + 2 }, (_, n) =>
      attached("text/plain", `${n}.txt`, `text ${n}`),
    );
    const { kept, leftOut } = read(multipart("mixed", "m", ...files));
    expect(kept).toHaveLength(ATTACHMENTS_PER_MAIL);
    expect(leftOut).toEqual([`${ATTACHMENTS_PER_MAIL}.txt: too-many`, `${ATTACHMENTS_PER_MAIL + 1}.txt: too-many`]);
  });
});

test("an account that keeps none learns of what it would have kept, and of nothing else", () => {
  const mail = multipart(
    "mixed",
    "m",
    plain(""),
    attached("application/pdf", "a.pdf", PDF),
    attached("application/msword", "a.doc", "\xd0\xcf"),
    ["Content-Type: message/rfc822", "", "Subject: inner", "", "x"],
  );
  expect(read(mail, false)).toMatchObject({ urls: [], kept: [], leftOut: ["a.pdf: off", "inner: off"] });
});
