import type { Address } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { composeCode } from "./code-mail.ts";

const compose = (locale: Locale, address = "anna@post.example") =>
  composeCode("sign-in", {
    code: "007219",
    address: address as Address,
    locale,
    requestedAt: new Date("2026-11-20T10:12:00Z"),
    publicUrl: "https://satchel.example/",
  });

describe.each([
  ["en", "007219 is your Satchel code", "20 November 2026 at 10:12 UTC", "valid for 15 minutes"],
  ["de", "007219 ist dein Satchel-Code", "20. November 2026 um 10:12 UTC", "gilt 15 Minuten"],
] as const)("the mail in %s", (locale, subject, time, validity) => {
  const mail = compose(locale);

  test("shows the code in the subject, so that a notification is enough", () => {
    expect(mail.subject).toBe(subject);
  });

  test.each(["text", "html"] as const)(
    "says in its %s what the code is, for whom, where, since when and how long",
    (part) => {
      for (const fact of ["007219", time, "anna@post.example", "satchel.example", validity]) {
        expect(mail[part]).toContain(fact);
      }
    },
  );

  test("fetches nothing when it is opened, and has no link to follow", () => {
    expect(mail.html).not.toMatch(
      /\b(?:src|href|background|srcset)\s*=|url\(|@import|@font-face|<(?:img|link|script|iframe)/i,
    );
  });

  test("names its language", () => {
    expect(mail.html).toContain(`<html lang="${locale}"`);
    expect(mail.language).toBe(locale);
  });
});

test("given an address with characters of HTML, then they are shown as text", () => {
  const { html, text } = compose("en", "o'b&<b>@post.example");
  expect(html).toContain("o&#39;b&amp;&lt;b&gt;@post.example");
  expect(html).not.toContain("<b>@");
  expect(text).toContain("o'b&<b>@post.example");
});
