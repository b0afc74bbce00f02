import { type Link, type LinkId, type MailedItem, SentContent } from "@satchel/contracts";
import { scriptPayloads } from "@satchel/testing";
import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { composeArticle, composeChanged, composeFault, composeResults, composeUndone } from "./command-answers.ts";
import type { Answer, Desk } from "./compose.ts";
import { composeReceipt } from "./receipt.ts";
import { wordingIn } from "./wordings.ts";

const ID = "00000000-0000-5000-8000-000000000001" as LinkId;
const GONE = "00000000-0000-5000-8000-000000000002" as LinkId;
const file = (name: string): MailedItem => ({
  url: "mid:1@post.example/2",
  version: "00000000-0000-5000-8000-000000000003" as MailedItem["version"],
  type: "application/pdf",
  name,
});
const desk = (language: "en" | "de" = "en", subject = "Straps"): Desk => ({
  wording: wordingIn(language),
  address: "ada@post.example",
  subject,
  origin: "https://satchel.example",
});
const linkWith = (text: string, more: Partial<Link> = {}): Link =>
  ({
    id: ID,
    url: "https://a.example/1",
    title: text,
    description: text,
    site_name: text,
    created_at: "2026-05-04T10:00:00.000Z",
    reading_minutes: 4,
    tags: [],
    ...more,
  }) as unknown as Link;
const receipt = (
  text: string,
  language: "en" | "de" = "en",
  places: Partial<Parameters<typeof composeReceipt>[1]["outcome"]> = {},
  came: Partial<Parameters<typeof composeReceipt>[1]["mail"]> = {},
): Answer =>
  composeReceipt(desk(language, text), {
    mail: {
      sender: "ada@post.example",
      subject: text,
      verdict: { spf: "pass", dkim: "pass", dmarc: "pass", by: "dmarc" },
      urls: ["https://a.example/1", text],
      ...came,
    },
    outcome: { mailId: ID as never, saved: [], known: [{ linkId: ID, url: 0 }], unusable: [1], ...places },
    links: new Map([[ID, linkWith(text)]]),
    folder: text,
  });

const all = (text: string, language: "en" | "de" = "en"): Answer[] => [
  receipt(text, language),
  receipt(text, language, {}, { leftOut: [{ name: text, reason: "kind" }] }),
  receipt(text, language, { items: [{ linkId: GONE, item: 0, isNew: true }] }, { items: [file(text)] }),
  composeChanged(
    desk(language, text),
    { kind: "changed", changed: 2, failed: 1 },
    { tags: [text], folder: text, hasNote: true },
  ),
  composeUndone(desk(language, text), { kind: "undone", deleted: 1, restored: 1, kept: 1 }),
  composeResults(desk(language, text), text, [linkWith(text)], true),
  composeResults(desk(language, text), text, [], false),
  composeArticle(desk(language, text), linkWith(text), { html: "<p>x</p>", byline: text, direction: "rtl" }),
  composeFault(desk(language, text), "no-article", linkWith(text)),
];

const tags = (html: string): string[] =>
  [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag.replace(/href="[^"]*"/, ""));

describe("an answer", () => {
  test.each(["en", "de"] as const)("in %s is what identity sends, and says all in text and HTML", (language) => {
    for (const { content } of all("Brass & buckles", language)) {
      expect(Value.Errors(SentContent, content)).toEqual([]);
      expect(content.text + content.html).not.toMatch(/undefined|\[object|\$\{/);
      expect(content.text).toContain(content.heading);
      expect(content.text).toContain("ada@post.example");
      expect(content.html).not.toMatch(/<(?:img|script|link|style|iframe)|\bsrc=|url\(/i);
    }
  });

  test("given hostile texts, then they stay texts, within what a mail may have", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom(...scriptPayloads, "x\r\nBcc: victim@post.example", "\u202egnp.exe", "\ud800", "x".repeat(5000)),
    );
    const plain = all("x").map(({ content }) => tags(content.html));
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [at, { content }] of all(text).entries()) {
          if (text.trim() !== "" && /[\p{L}\p{N}]/u.test(text)) expect(tags(content.html)).toEqual(plain[at]);
          expect(content.subject).not.toMatch(/[\r\n]/);
          expect(Value.Errors(SentContent, content)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("has the subject of the mail that it answers; without one, what it says", () => {
    expect(receipt("Straps").content.subject).toBe("Re: Straps");
    expect(receipt("").content.subject).toBe("You had this link already");
  });

  test("with 40 addresses of the longest kind, or a whole article in letters of three octets, still fits into a message of the bus", () => {
    const url = `https://a.example/?${"'&".repeat(1000)}`;
    const places = Array.from({ length: 20 }, () => ({ linkId: ID, url: 0 }));
    const long = composeReceipt(desk(), {
      mail: {
        sender: "ada@post.example",
        subject: "x",
        verdict: { spf: "", dkim: "", dmarc: "", by: "dkim" },
        urls: [url],
      },
      outcome: { mailId: ID as never, saved: places, known: places, unusable: [] },
      links: new Map([[ID, linkWith("x", { url })]]),
      folder: undefined,
    });
    const article = { html: `<p>${"海".repeat(300)}</p>`.repeat(2000), direction: "ltr" as const };
    for (const { content } of [long, composeArticle(desk(), linkWith("海"), article)]) {
      expect(Value.Errors(SentContent, content)).toEqual([]);
      expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThan(1_000_000);
    }
  });

  test("a newsletter opens in Satchel, for a browser does not know its address", () => {
    const { content } = composeResults(desk(), "tides", [linkWith("Tides", { url: "mid:1@news.example" })], false);
    expect(content.html).toContain(`href="https://satchel.example/read/${ID}"`);
    expect(content.html).not.toContain("mid:");
  });
});

describe("a receipt", () => {
  test.each([
    ["en", { saved: [{ linkId: ID, url: 0 }], known: [] }, "1 link saved"],
    ["en", { saved: [{ linkId: ID, url: 0 }] }, "1 link saved, 1 you had since May 2026"],
    ["en", { known: [], unusable: [0, 1] }, "Nothing was saved"],
    ["de", { saved: [{ linkId: ID, url: 0 }] }, "1 Link gespeichert, 1 hattest du seit Mai 2026"],
    ["de", {}, "Diesen Link hattest du schon"],
  ] as const)("in %s of %j says %j", (language, places, heading) => {
    expect(receipt("Straps", language, places as never).content.heading).toBe(heading);
  });

  test("counts and lists what came with the mail, and names what was not kept", () => {
    const { content } = receipt(
      "Straps",
      "en",
      {
        known: [],
        unusable: [],
        items: [
          { linkId: ID, item: 0, isNew: true },
          { linkId: GONE, item: 1, isNew: true },
        ],
      },
      {
        items: [file("tides.pdf"), file("moon.pdf"), file("no-room.pdf")],
        leftOut: [
          { name: "tool.exe", reason: "kind" },
          { name: "logo.png", reason: "off" },
        ],
      },
    );
    expect(content.heading).toBe("2 links saved");
    expect(content.text).toContain("moon.pdf");
    expect(content.text).toContain("Not kept: tool.exe");
    expect(content.text).not.toContain("logo.png");
    expect(content.text).toContain("1 link not saved");
  });

  test("of 100 links lists some and counts the others", () => {
    const saved = Array.from({ length: 100 }, () => ({ linkId: ID, url: 0 }));
    const { content } = receipt("Straps", "en", { saved });
    expect(content.text).toContain("And 80 links more.");
  });

  test("that saved nothing takes no replies, and neither does what may answer a machine", () => {
    expect(receipt("Straps", "en", { known: [], unusable: [0, 1] }).takesReplies).toBe(false);
    expect(composeFault(desk(), "not-understood", undefined).takesReplies).toBe(false);
    expect(composeFault(desk(), "too-late", undefined).takesReplies).toBe(false);
    expect(receipt("Straps").takesReplies).toBe(true);
  });
});
