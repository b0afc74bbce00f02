import type { Address } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { scriptPayloads } from "@satchel/testing";
import fc from "fast-check";
import { createTransport } from "nodemailer";
import { describe, expect, test } from "vitest";
import { composeConfirmAddress } from "./confirm-address.ts";
import { type Mail, messageOf } from "./mail.ts";
import { composeNotice, type NoticeKind } from "./notice.ts";
import { composeBook } from "./book-mail.ts";
import { composeClosed } from "./closed-mail.ts";
import { composeCode } from "./code-mail.ts";
import { composeInvitation } from "./invitation-mail.ts";

const publicUrl = "https://satchel.example/";
const at = new Date("2026-11-20T10:12:00Z");
const anna = "anna@post.example" as Address;
const LINK = "https://satchel.example/confirm-address#token=abc&x=1";

const notice = (kind: NoticeKind, locale: Locale, subject?: string): Mail =>
  composeNotice({ kind, address: anna, locale, at, publicUrl, ...(subject === undefined ? {} : { subject }) });

const confirm = (locale: Locale, account: string = anna): Mail =>
  composeConfirmAddress({
    address: "work@office.example" as Address,
    account: account as Address,
    url: LINK,
    locale,
    publicUrl,
  });

const reader = { address: "anna@kindle.com" as Address, account: anna };
const readerCode = (locale: Locale): Mail =>
  composeCode("reader", { code: "007219", address: anna, locale, requestedAt: at, publicUrl, reader });

const book = (locale: Locale, title = "Leather"): Mail => {
  const attachment = { filename: "Leather.epub", type: "application/epub+zip", content: new Uint8Array(3) };
  return composeBook({ address: anna, account: anna, title, locale, publicUrl, attachment });
};

const kinds: readonly NoticeKind[] = [
  "password-set",
  "password-changed",
  "password-removed",
  "password-reset",
  "passkey-added",
  "passkey-removed",
  "sign-in-connected",
  "sign-in-disconnected",
  "extension-connected",
  "token-made",
  "address-added",
  "reader-added",
  "account-erased",
];

const allMails = (locale: Locale): readonly (readonly [string, Mail])[] => [
  ["sign-in code", composeCode("sign-in", { code: "007219", address: anna, locale, requestedAt: at, publicUrl })],
  ["reset code", composeCode("reset", { code: "007219", address: anna, locale, requestedAt: at, publicUrl })],
  [
    "connecting code",
    composeCode("connect", { code: "007219", address: anna, locale, requestedAt: at, publicUrl, provider: "Home" }),
  ],
  ["reader code", readerCode(locale)],
  ["book", book(locale)],
  ["invitation", composeInvitation({ address: anna, locale, expiresAt: at, publicUrl })],
  ["no new account", composeClosed({ address: anna, locale, requestedAt: at, publicUrl })],
  ["confirmation", confirm(locale)],
  ...kinds.map((kind) => [kind, notice(kind, locale, "Anna's phone")] as const),
];

/** The visible text of a mail's HTML, with one space for each stretch of white space. */
const visible = (html: string): string =>
  html
    .replace(/^[\s\S]*<body/, "<body")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

describe.each(["en", "de"] as const)("every mail in %s", (locale) => {
  test.each(allMails(locale))("%s: says the same in text as in HTML, to the one it is for", (_, mail) => {
    expect(mail.to).toMatch(/@(?:post|office)\.example$/);
    expect(mail.language).toBe(locale);
    expect(mail.html).toContain(`<html lang="${locale}"`);
    const shown = visible(mail.html).replaceAll(" ", "");
    for (const paragraph of mail.text.trim().split(/\n+/)) {
      expect(shown).toContain(paragraph.replaceAll(/\s+/g, ""));
    }
    expect(mail.text).toContain("satchel.example");
    expect(mail.text + mail.subject).not.toMatch(/undefined|\[object|\$\{/);
  });

  test.each(allMails(locale))("%s: fetches nothing when it is opened", (_, mail) => {
    expect(mail.html).not.toMatch(
      /\b(?:src|background|srcset)\s*=|url\(|@import|@font-face|<(?:img|link|script|iframe|form)/i,
    );
  });

  test.each(allMails(locale))("%s: stays under what mail programs cut off", (_, mail) => {
    expect(Buffer.byteLength(mail.html)).toBeLessThan(20_000); // Gmail cuts at 102 kB
    expect(mail.subject.length).toBeLessThanOrEqual(60);
  });

  test("a notice says what happened, when, for whom, and what to do if it was somebody else; it has no link", () => {
    for (const kind of kinds) {
      const { text, html } = notice(kind, locale, "Anna's phone");
      expect(text).toContain(locale === "en" ? "20 November 2026 at 10:12 UTC" : "20. November 2026 um 10:12 UTC");
      expect(text).toContain("anna@post.example");
      expect(text).toContain(locale === "en" ? "This wasn't you?" : "Das warst nicht du?");
      expect(html).not.toContain("href");
    }
  });

  test("a notice names the passkey or the address that it is about", () => {
    for (const kind of [
      "passkey-added",
      "passkey-removed",
      "extension-connected",
      "token-made",
      "address-added",
    ] as const) {
      expect(notice(kind, locale, "Anna's phone").text).toContain("Anna's phone");
    }
  });

  test("every notice has a subject of its own", () => {
    expect(new Set(kinds.map((kind) => notice(kind, locale).subject)).size).toBe(kinds.length);
  });

  test("the confirmation has one link, as a button and in letters", () => {
    const { html, text } = confirm(locale);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(Array(2).fill("https://satchel.example/confirm-address#token=abc&amp;x=1"));
    expect(text.split("\n")).toContain(LINK);
  });

  test("the confirmation says which account asks, for which address, what follows, and how long it is valid", () => {
    const { text } = confirm(locale);
    for (const fact of ["anna@post.example", "work@office.example", locale === "en" ? "24 hours" : "24 Stunden"]) {
      expect(text).toContain(fact);
    }
  });
});

test("a code for a new password looks different from a code for signing in", () => {
  for (const locale of ["en", "de"] as const) {
    const [[, signIn], [, reset]] = allMails(locale) as [readonly [string, Mail], readonly [string, Mail]];
    expect(reset.subject).toMatch(/^007219 .*(?:password|Passwort)/);
    expect(signIn.subject).not.toMatch(/password|Passwort/);
  }
});

describe("given hostile names and addresses", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "</td><script>alert(1)</script>",
      '" onmouseover="x',
      "x\r\nBcc: victim@post.example",
      "\u202egnp.exe",
      "\ud800",
      "&lt;b&gt;",
      "\u0000",
    ),
  );

  test("then no tag and no attribute results from them", () => {
    const tags = (html: string): string[] => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag);
    const plain = tags(notice("passkey-added", "en", "x").html);
    fc.assert(
      fc.property(hostile, (name) => {
        expect(tags(notice("passkey-added", "en", name).html)).toEqual(plain);
      }),
    );
    const asked = tags(confirm("en").html);
    fc.assert(
      fc.property(hostile, (name) => {
        expect(tags(confirm("en", name).html)).toEqual(asked);
      }),
    );
  });

  test("then texts that would run a script elsewhere stay text", () => {
    const tags = (html: string): string[] => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag);
    const [named, asked] = [tags(notice("extension-connected", "de", "x").html), tags(confirm("de").html)];
    const broken = scriptPayloads.filter((text) => {
      const mails = [notice("extension-connected", "de", text).html, confirm("de", text).html];
      return mails.some((html, n) => tags(html).join("") !== [named, asked][n]?.join(""));
    });
    expect(broken).toEqual([]);
  });

  test("then they stay within their line, and change the direction of no other text", () => {
    const lines = notice("passkey-added", "en", "x").text.split("\n").length;
    fc.assert(
      fc.property(hostile, (name) => {
        const { text } = notice("passkey-added", "en", name);
        expect(text.split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(lines);
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  test("then the message has the header fields that it should have, and no other", async () => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const fieldsOf = async (mail: Mail): Promise<string[]> => {
      const { message } = await transport.sendMail(messageOf(mail, "Satchel <no-reply@satchel.example>"));
      const [head = ""] = (message as Buffer).toString().split("\r\n\r\n");
      return head.split(/\r\n(?![ \t])/).map((field) => field.slice(0, field.indexOf(":")));
    };
    const expected = await fieldsOf(notice("passkey-added", "en", "x"));
    expect(expected).toContain("Auto-Submitted");
    const hostileMail: Mail = {
      ...notice("passkey-added", "en", "x\r\nBcc: victim@post.example"),
      subject: "x\r\nBcc: victim@post.example\r\n\r\nhello",
      to: "anna@post.example\r\nBcc: victim@post.example",
    };
    expect(await fieldsOf(hostileMail)).toEqual(expected);
  });
});

test("an address is one recipient, whatever stands in it", async () => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const mail = { ...notice("password-set", "en"), to: "a!#$%&'*+/=?^_`{|}~-b@post.example" };
  const { envelope } = await transport.sendMail(messageOf(mail, "no-reply@satchel.example"));
  expect(envelope.to).toEqual([mail.to]);
});
