import { describe, expect, test } from "vitest";
import { linksInPlain } from "./plain-links.ts";

const found = (...lines: string[]) => [...linksInPlain(lines.join("\r\n"))];
const urls = (...lines: string[]) =>
  found(...lines).flatMap(({ url, place }) => (place === "subscription" ? [] : [url]));

describe("in the text of a mail", () => {
  test("text below the mark of a signature is left out", () => {
    expect(urls("https://a.example", "-- ", "Anna, https://me.example")).toEqual(["https://a.example"]);
    expect(urls("https://a.example", "--", "https://me.example")).toEqual(["https://a.example"]);
    expect(urls("-- ", "https://me.example")).toEqual([]);
    expect(urls("---", "https://a.example")).toEqual(["https://a.example"]);
  });

  test("quoted or forwarded text after a signature is not left out", () => {
    expect(urls("-- ", "Anna", "---------- Forwarded message ---------", "From: Ben", "", "https://a.example")).toEqual(
      ["https://a.example"],
    );
    expect(urls("-- ", "Anna", "> https://a.example")).toEqual(["https://a.example"]);
  });

  test("what follows a rule with words is no signature, in any language", () => {
    const rule = "-------- Προωθημένο μήνυμα --------";
    expect(urls("-- ", "Anna, https://me.example", rule, "https://a.example")).toEqual(["https://a.example"]);
  });

  test("what programs write into signatures and keys of OpenPGP is left out", () => {
    const armor = ["-----BEGIN PGP SIGNATURE-----", "Comment: https://gpg.example", "", "abc"];
    const signed = ["-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA256", "", "https://a.example"];
    expect(urls(...signed, ...armor, "-----END PGP SIGNATURE-----", "https://b.example")).toEqual([
      "https://a.example",
      "https://b.example",
    ]);
  });

  test("lines end with CR too", () => {
    expect([...linksInPlain("https://a.example\r-- \rhttps://me.example")]).toHaveLength(1);
  });

  test.each([
    ["Sent from my iPhone https://x.example"],
    ["Get Outlook for iOS<https://aka.ms/o0ukef>"],
    ["Sent from Yahoo Mail for iPhone", "https://overview.mail.yahoo.example/?.src=iOS"],
    ["Von meinem iPhone gesendet https://x.example"],
    ["Gesendet mit der GMX Mail App: https://x.example"],
    ["Envoyé de mon iPhone", "", "https://x.example"],
    ["Sent with Proton Mail secure email. https://proton.example"],
    ["To unsubscribe from this list: https://x.example/1"],
    ["Unsubscribe <https://x.example/1>"],
    ["Newsletter abbestellen: https://x.example/1"],
  ])("a footer is left out: %s", (...lines) => {
    expect(urls("https://a.example/page", "", ...lines)).toEqual(["https://a.example/page"]);
  });

  test.each([
    "How to unsubscribe: https://a.example",
    "Sent from my friend: https://a.example",
    "Outlook for 2027: https://a.example",
  ])("%s is none", (line) => expect(urls(line)).toEqual(["https://a.example"]));

  test("quoted text is recognised, unless it is forwarded", () => {
    expect(found("https://a.example", "> https://q.example", ">> https://r.example")).toEqual([
      { url: "https://a.example", place: "own" },
      { url: "https://q.example", place: "quoted" },
      { url: "https://r.example", place: "quoted" },
    ]);
    const forwarded = { url: "https://q.example", place: "own", isForwarded: true };
    for (const mark of [
      "Begin forwarded message:",
      "> Begin forwarded message:",
      "-------- Weitergeleitete Nachricht --------",
      "---------- Message transféré ---------",
    ]) {
      expect(found(mark, "> From: Ben", "> https://q.example")).toEqual([forwarded]);
    }
    const outlook = [
      "From: Ben <ben@b.example>",
      "Sent: Monday",
      "To: Anna",
      "Subject: Pages",
      "",
      "> https://q.example",
    ];
    expect(found(...outlook)).toEqual([forwarded]);
  });
});

test("an address that ends a subscription is marked, in what is forwarded too", () => {
  const unsubscribe = "Unsubscribe: https://x.example/1";
  expect(found(unsubscribe)).toEqual([{ url: "https://x.example/1", place: "subscription" }]);
  expect(found("---------- Forwarded message ---------", unsubscribe)).toEqual([
    { url: "https://x.example/1", place: "subscription", isForwarded: true },
  ]);
});

describe("an address over several lines", () => {
  const start = `https://example.com/${"path/".repeat(11)}`;
  test("is whole when it stands in angle brackets", () => {
    expect(urls("see <https://example.com/a", "  /b?c=d", "&e=f> now")).toEqual(["https://example.com/a/b?c=d&e=f"]);
    expect(urls("<URL:https://example.com/a", "/b>")).toEqual(["https://example.com/a/b"]);
    expect(urls("<https://a.example and more", "x>")).toEqual(["https://a.example"]);
  });

  test("is whole when the line was full and the next is one word that can only be its rest", () => {
    expect(urls(start, "some-article-7.html")).toEqual([`${start}some-article-7.html`]);
    expect(urls(`Look: ${start}`, "x=1&y=2", "Bye")).toEqual([`${start}x=1&y=2`]);
  });

  test.each([["Anna"], ["https://b.example/"], ["www.b.example"], ["two words-1"], [""], ["---"], ["-- "], ["b.de/x"]])(
    "ends with its line before %j",
    (next) => expect(urls(start, next)[0]).toBe(start),
  );

  test("is whole within quotes of one depth, and before the words of its sentence", () => {
    const quoted = `> ${start.slice(0, 70)}`;
    expect(urls(quoted, "> some-article-7.html")).toEqual([`${start.slice(0, 70)}some-article-7.html`]);
    expect(urls(`> > ${start.slice(0, 68)}`, ">> a/article-7 is good")).toEqual([`${start.slice(0, 68)}a/article-7`]);
    expect(urls(quoted, ">> some-article-7.html")).toEqual([start.slice(0, 70)]);
    expect(urls(quoted, "some-article-7.html")).toEqual([start.slice(0, 70)]);
  });

  test("is whole at 72 columns, also where its rest is the name of a page", () => {
    const line = `Look: ${start}`.slice(0, 72);
    expect(urls(line, "information.html")).toEqual([`${line.slice(6)}information.html`]);
    expect(urls(line, "item?id=12345678 and tell me")).toEqual([`${line.slice(6)}item?id=12345678`]);
    expect(urls(line, "and/or something else")).toEqual([line.slice(6)]);
  });

  test("is joined where a word of it was cut at a usual column", () => {
    const line = `https://example.com/${"maps-".repeat(10)}of`;
    expect(line).toHaveLength(72);
    expect(urls(line, "rivers")).toEqual([`${line}rivers`]);
    expect(urls(`> ${line}`, "> rivers")).toEqual([`${line}rivers`]);
    expect(urls(line, "cheers")).toEqual([line]);
    expect(urls(line, "Rivers")).toEqual([line]);
    expect(urls(`${line}a`, "rivers")).toEqual([`${line}a`]);
  });

  test("is whole in quoted angle brackets", () => {
    expect(urls("> see <https://example.com/a", "> /b?c=d", "> &e=f> now")).toEqual([
      "https://example.com/a/b?c=d&e=f",
    ]);
    expect(urls("> see <https://example.com/a", "> and more")).toEqual(["https://example.com/a"]);
    // The mark of a quotation does not end it.
    expect(urls("> see <https://example.com/a", "> and", "> more")).toEqual(["https://example.com/a"]);
  });

  test("is joined when a shorter line ends with a character that can't end an address", () => {
    const line = "See https://example.com/articles/the-long-history-of-";
    expect(urls(line, "maps-and-what-they-leave-out/2026 there")[0]).toBe(
      `${line.slice(4)}maps-and-what-they-leave-out/2026`,
    );
  });

  test("ends with a short line", () => {
    expect(urls("https://example.com/a", "b-1")).toEqual(["https://example.com/a"]);
  });
});
