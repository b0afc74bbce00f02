import { describe, expect, test } from "vitest";
import { linksInHtml as find } from "./html-links.ts";

const linksInHtml = (html: string): string[] =>
  find(html).flatMap(({ url, place }) => (place === "subscription" ? [] : [url]));
const quotedIn = (html: string): string[] => find(html).flatMap(({ url, place }) => (place === "quoted" ? [url] : []));

describe("a link in HTML", () => {
  test.each([
    ['<a href="https://example.com/a">here</a>', ["https://example.com/a"]],
    ["<A HREF='HTTPS://example.com/a'>here</A>", ["HTTPS://example.com/a"]],
    ['<a href="https://example.com/?a=1&amp;b=2">here</a>', ["https://example.com/?a=1&b=2"]],
    ['<a href=" https://example.com/a b\n">x</a>', ["https://example.com/a%20b"]],
    ['<a href="https://example.com/long">example.com/lo…</a>', ["https://example.com/long"]],
    ['<a href="www.example.com/a">x</a>', ["http://www.example.com/a"]],
    ['<a href="//example.com/a">x</a>', ["https://example.com/a"]],
    ['<a href="feed:https://example.com/rss">x</a>', ["https://example.com/rss"]],
    ['<a href="FEED://example.com/rss">x</a>', ["http://example.com/rss"]],
    ['<a href="feed:example.com">x</a> <a href="feed:///rss">x</a>', []],
    ['<a href="\u2060https://example.com/a\u200b">x</a>', ["https://example.com/a"]],
    ['<a href="http://[2001:db8::1]:8080/a">x</a>', ["http://[2001:db8::1]:8080/a"]],
    ['<a href="https://page_one.example.com/a">x</a>', ["https://page_one.example.com/a"]],
    ['<map><area href="https://example.com/a"></map>', ["https://example.com/a"]],
    ["<p>see https://example.com/a.</p>", ["https://example.com/a"]],
    ["<p>https://exam<b>ple.com</b>/a<wbr>b</p>", ["https://example.com/ab"]],
    ["<p>https://a.example</p><p>https://b.example</p>", ["https://a.example", "https://b.example"]],
    ["https://a.example<br>https://b.example", ["https://a.example", "https://b.example"]],
    ["<p>https://a.example/?x=1&amp;y=2</p>", ["https://a.example/?x=1&y=2"]],
    ["<div>www.example.com</div>", ["http://www.example.com"]],
    ['<a name="x">https://example.com/a</a>', ["https://example.com/a"]],
    ['<a href="mailto:a@b.example">https://example.com/a</a>', ["https://example.com/a"]],
    ['<p>https://a.example/x<a href="https://b.example">y</a></p>', ["https://a.example/x", "https://b.example"]],
  ])("%s gives %j", (html, links) => expect(linksInHtml(html)).toEqual(links));

  test.each([
    '<a href="mailto:anna@example.com">write</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="/relative">x</a>',
    '<img src="https://tracker.example/pixel.gif">',
    '<link href="https://style.example/a.css" rel="stylesheet">',
    "<style>@import 'https://style.example/a.css';</style>",
    "<script>location = 'https://evil.example/'</script>",
    "<title>https://example.com/a</title>",
    "<!-- https://example.com/a -->",
  ])("is not in %s", (html) => expect(linksInHtml(html)).toEqual([]));

  test("is found in order of appearance, as an element or as text", () => {
    const html =
      '<p>https://a.example</p><a href="https://b.example">b</a> https://c.example <a href="https://d.example">d</a>';
    expect(linksInHtml(html)).toEqual([
      "https://a.example",
      "https://b.example",
      "https://c.example",
      "https://d.example",
    ]);
  });

  test("is found in broken markup", () => {
    expect(linksInHtml('<div><a href="https://a.example">x<div></p><a href=https://b.example>y')).toEqual([
      "https://a.example",
      "https://b.example",
    ]);
  });

  test("is found below 100,000 nested elements", () => {
    for (const name of ["div", "svg", "a", "blockquote", "template", "form", "b"]) {
      const html = `${`<${name}>`.repeat(100_000)}<a href="https://a.example">x</a> https://example.com/`;
      expect(linksInHtml(html)).toEqual(["https://a.example", "https://example.com/"]);
    }
  });

  test("below 1,000 nested elements is found by a flat pass, without recognition of quotes", () => {
    const quote = '<blockquote type="cite"><a href="https://q.example">q</a></blockquote>';
    const nested = (depth: number) => `https://own.example${"<div>".repeat(depth)}${quote}`;
    expect(quotedIn(nested(900))).toEqual(["https://q.example"]);
    expect(quotedIn(nested(1001))).toEqual([]);
    expect(linksInHtml(nested(1001))).toEqual(["https://own.example", "https://q.example"]);
    const hidden = "<style>@import 'https://style.example/a.css'</style><script>'https://evil.example/'</script>";
    expect(linksInHtml(`${"<div>".repeat(2000)}${hidden}https://own.example`)).toEqual(["https://own.example"]);
  });
});

describe("left out of HTML", () => {
  test.each([
    ["a link to unsubscribe", '<a href="https://x.example/1">Unsubscribe</a>'],
    ["one in German", '<a href="https://x.example/1">Newsletter abbestellen</a>'],
    ["one in French", '<a href="https://x.example/1">Se désabonner</a>'],
    ["one behind a vague word", '<p>To unsubscribe from this list, click <a href="https://x.example/1">here</a>.</p>'],
    ["one in Swedish", '<a href="https://x.example/1">Avsluta prenumeration</a>'],
    ["one in Russian", '<a href="https://x.example/1">Отписаться от рассылки</a>'],
    ["one in Turkish", '<a href="https://x.example/1">Abonelikten çık</a>'],
    ["one in Japanese", '<a href="https://x.example/1">配信停止はこちら</a>'],
    ["one in Korean", '<a href="https://x.example/1">수신거부</a>'],
    ["one in Hebrew", '<a href="https://x.example/1">הסר מרשימת תפוצה</a>'],
    ["preferences", '<a href="https://x.example/1"><span>Manage your preferences</span></a>'],
    ["a program's footer", "<div>Sent from my iPhone, see https://apple.example</div>"],
    [
      "a program's footer with a link",
      '<div>Sent from <a href="https://mail.example/app">Yahoo Mail for iPhone</a></div>',
    ],
    ["Outlook's footer", 'Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a>'],
    ["a German footer", '<p>Gesendet mit der <a href="https://gmx.example">GMX Mail App</a></p>'],
    [
      "Gmail's signature",
      '<div class="gmail_signature" dir="ltr"><a href="https://me.example">me</a> https://me.example</div>',
    ],
    ["Outlook's signature", '<div id="x_Signature"><a href="https://me.example">me</a></div>'],
    ["Apple's signature", '<div id="AppleMailSignature"><a href="https://me.example">me</a></div>'],
    ["Spark's signature", '<div name="messageSignatureSection"><a href="https://me.example">me</a></div>'],
    ["Thunderbird's signature", '<pre class="moz-signature" cols="72">https://me.example</pre>'],
  ])("%s", (_name, html) =>
    expect(linksInHtml(`${html}<p>https://kept.example</p>`)).toEqual(["https://kept.example"]),
  );

  test("what stands below the mark of a signature, but not what is quoted or forwarded below that", () => {
    const own = "<p>https://own.example</p><div>--&nbsp;<br>Anna<br><a href='https://me.example'>me</a></div>";
    expect(linksInHtml(own)).toEqual(["https://own.example"]);
    const quote = "<blockquote type=cite><a href='https://q.example'>q</a></blockquote>";
    expect(linksInHtml(`${own}${quote}`)).toEqual(["https://own.example", "https://q.example"]);
    const forward = "<div>---------- Forwarded message ---------</div><a href='https://q.example'>q</a>";
    expect(linksInHtml(`${own}${forward}`)).toEqual(["https://own.example", "https://q.example"]);
  });

  test.each([
    "<p>How to unsubscribe: https://kept.example</p>",
    '<a href="https://kept.example">How to unsubscribe from everything</a>',
    '<a href="https://kept.example">Unsubscribe: the story of a word</a>',
    "<p>Sent from my friend: https://kept.example</p>",
    '<blockquote style="border: 1px"><a href="https://kept.example">a quote in an article</a></blockquote>',
    '<div class="gmail_signature">me</div><a href="https://kept.example">after it</a>',
  ])("not %s", (html) => expect(linksInHtml(html)).toEqual(["https://kept.example"]));
});

describe("what is quoted in HTML", () => {
  const quote = '<a href="https://q.example">q</a>';
  test.each([
    `<blockquote type="cite">${quote}</blockquote>`,
    `<div class="gmail_quote">On Monday Ben wrote:<br><blockquote class="gmail_quote">${quote}</blockquote></div>`,
    `<div class="protonmail_quote">${quote}</div>`,
    `<div class="ydp1a2b3cyahoo_quoted">${quote}</div>`,
  ])("is recognised: %s", (html) => {
    expect(quotedIn(`https://own.example${html}<p>https://below.example</p>`)).toEqual(["https://q.example"]);
  });

  test("is any blockquote of an answer", () => {
    const html = `https://own.example<div>On Monday Ben wrote:</div><blockquote style="margin:0">${quote}</blockquote>`;
    expect(find(html, "answer").map(({ place }) => place)).toEqual(["own", "quoted"]);
    expect(find(html, "forward").map(({ place }) => place)).toEqual(["own", "own"]);
  });

  test.each([
    `<div class="gmail_quote"><div>---------- Forwarded message ---------<br>From: Ben</div>${quote}</div>`,
    `<div>Begin forwarded message:</div><blockquote type="cite">${quote}</blockquote>`,
    `<blockquote type="cite"><div>Anfang der weitergeleiteten Nachricht:</div><div>Von: Ben</div>${quote}</blockquote>`,
  ])("is the sender's own when it is forwarded: %s", (html) => {
    expect(linksInHtml(html)).toEqual(["https://q.example"]);
    expect(quotedIn(html)).toEqual([]);
  });
});
