import { icon, jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Old, broken and unusual pages, and pages in many scripts. */
export const odd: SamplePage[] = [
  {
    name: "page of 1996 without a head",
    url: "http://members.oldhost.example/~skipper/index.html",
    html: `<title>Skipper's Home Page</title><body background="waves.gif"><center><h1>Welcome aboard!</h1><img src="construction.gif"></center><p>This page is under construction since 1996. Sign my guestbook before you leave, and mind the step.<hr><img src="/cgi-bin/counter?skipper" width=80 height=20>`,
    expected: { title: "Skipper's Home Page", image: null, icon: "http://members.oldhost.example/favicon.ico" },
  },
  {
    name: "frameset",
    url: "http://club.example/frames.htm",
    html: `<HTML><HEAD><TITLE>Rudergesellschaft Undine</TITLE></HEAD><FRAMESET COLS="150,*"><FRAME SRC="menu.htm"><FRAME SRC="main.htm"><NOFRAMES><BODY><H1>Ihr Browser kann keine Frames</H1></BODY></NOFRAMES></FRAMESET></HTML>`,
    expected: { title: "Rudergesellschaft Undine", description: null, image: null },
  },
  {
    name: "XHTML served with an XML declaration",
    url: "https://strict.example/essay.xhtml",
    html: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en-GB"><head><title>On being strict</title><meta name="description" content="It closes what it opens." /><link rel="icon" href="/i.png" type="image/png" /></head><body><h1>On being strict</h1><p>A paragraph that ends where it says it ends, as every paragraph should, in a perfect world.</p></body></html>`,
    expected: {
      title: "On being strict",
      description: "It closes what it opens.",
      icon: "https://strict.example/i.png",
      language: "en-GB",
    },
  },
  {
    name: "broken markup",
    url: "https://broken.example/page",
    html: `<html><head><title>Nets, mended</title><meta name="description" content="With quotes that "break" the attribute><meta property="og:image" content='/nets.jpg'><div><nav><ul><li>Home<li>Nets</head><body><p>unclosed <b>bold <i>italic</b></i><h1>Nets, mended<p>${"Some more words about nets. ".repeat(12)}<img src=/nets.jpg width=600 height=400`,
    expected: { title: "Nets, mended", icon: "https://broken.example/favicon.ico" },
  },
  {
    name: "title in the body after a picture with its own",
    url: "https://svg.example/a",
    html: `<!doctype html><svg><title>Icon of a boat</title><path d=""/></svg><title>Boats &amp; more</title><p>hi`,
    expected: { title: "Boats & more" },
  },
  {
    name: "title left by a template",
    url: "https://app.example/dashboards/tides",
    html: whole("<title>React App</title>", `<div id="root"><h1>Tides this week</h1>${paragraphs(1)}</div>`),
    expected: { title: "Tides this week" },
  },
  {
    name: "no title but a heading",
    url: "https://plain.example/x",
    html: `<html><body><h1>Only a <em>heading</em></h1><p>${"And a long first paragraph about it. ".repeat(4)}</p></body></html>`,
    expected: { title: "Only a heading" },
  },
  {
    name: "title with numeric references encoded twice",
    url: "https://entities.example/q",
    html: whole(
      `<title>The harbour master&amp;#8217;s daughter</title>${og({ "og:title": "The harbour master&amp;#8217;s daughter" })}`,
      `<h1>The harbour master’s daughter</h1>${paragraphs(2)}`,
    ),
    expected: { title: "The harbour master’s daughter" },
  },
  {
    name: "title about a reference",
    url: "https://entities.example/nbsp",
    html: whole("<title>What is &amp;nbsp; for?</title>", `<h1>What is &amp;nbsp; for?</h1>${paragraphs(2)}`),
    expected: { title: "What is &nbsp; for?" },
  },
  {
    name: "title with a markup in it",
    url: "https://cms.example/news/1",
    html: whole(
      `<title>Die &lt;em&gt;Undine&lt;/em&gt; ist zur&uuml;ck</title>`,
      `<h1>Die <em>Undine</em> ist zurück</h1>${paragraphs(2, "de")}`,
      'lang="de"',
    ),
    expected: { title: "Die Undine ist zurück", language: "de" },
  },
  {
    name: "Japanese blog without spaces around its separator",
    url: "https://minato.example/archives/12",
    html: whole(
      `<title>灯台の夜｜港の日記</title>${og({ "og:site_name": "港の日記", "og:title": "灯台の夜｜港の日記", "og:type": "article", "og:image": "https://minato.example/img/todai.jpg" })}`,
      `<article><h1>灯台の夜</h1>${paragraphs(6, "ja")}</article>`,
      'lang="ja"',
    ),
    expected: {
      title: "灯台の夜",
      image: "https://minato.example/img/todai.jpg",
      siteName: "港の日記",
      language: "ja",
    },
  },
  {
    name: "Chinese portal",
    url: "https://news.gangkou.example/c/2023-04-01/doc-1.shtml",
    html: whole(
      `<title>渡轮停航三天_新闻_港口网</title><meta name="keywords" content="渡轮，停航、港口" /><meta name="description" content="因大雾渡轮停航三天。" /><meta property="article:published_time" content="2023-04-01T07:12:00+08:00" />`,
      `<h1 class="main-title">渡轮停航三天</h1>${paragraphs(6, "zh")}`,
      "",
    ),
    expected: {
      title: "渡轮停航三天",
      description: "因大雾渡轮停航三天。",
      publishedAt: "2023-03-31T23:12:00.000Z",
      language: "zh",
      tags: ["渡轮", "停航", "港口"],
    },
  },
  {
    name: "Russian magazine whose template says English",
    url: "https://pristan.example/articles/parom",
    html: whole(
      `<title>Последний паром — Пристань</title>${og({ "og:title": "Последний паром", "og:locale": "ru_RU", "og:site_name": "Пристань", "og:description": "Репортаж" })}`,
      `<article><h1>Последний паром</h1>${paragraphs(6, "ru")}</article>`,
      'lang="ru"',
    ),
    expected: {
      title: "Последний паром",
      description: "Репортаж",
      siteName: "Пристань",
      language: "ru",
      mediaType: "article",
    },
  },
  {
    name: "Korean blog",
    url: "https://blog.hanggu.example/223",
    html: whole(
      `<title>등대지기의 하루 : 항구 블로그</title>${og({ "og:title": "등대지기의 하루", "og:site_name": "항구 블로그", "og:image": "https://blog.hanggu.example/t.jpg?type=w2" })}`,
      "<h1>등대지기의 하루</h1>",
      "",
    ),
    expected: {
      title: "등대지기의 하루",
      image: "https://blog.hanggu.example/t.jpg?type=w2",
      siteName: "항구 블로그",
      language: "ko",
    },
  },
  {
    name: "title with overrides of direction",
    url: "https://evil.example/x",
    html: whole("<title>invoice&#x202E;fdp.exe</title>", "<h1>x</h1>"),
    expected: { title: "invoicefdp.exe" },
  },
  {
    name: "picture that is a counter",
    url: "https://count.example/post/hello-world",
    html: whole(
      `<title>Hello world</title>${og({ "og:image": "https://www.facebook.com/tr?id=1&amp;ev=PageView" })}`,
      `<article><h1>Hello world</h1><img src="https://count.example/photo/a.jpg" width="800" height="600">${paragraphs(2)}</article>`,
    ),
    expected: { title: "Hello world", image: "https://count.example/photo/a.jpg" },
  },
  {
    name: "pictures that load late",
    url: "https://lazy.example/travel/fjord",
    html: whole(
      "<title>Into the fjord</title>",
      `<article><h1>Into the fjord</h1><img src="data:image/gif;base64,R0lGOD" data-src="/img/fjord-large.jpg" width="1200" height="700" class="lazyload">${paragraphs(4)}</article>`,
    ),
    expected: { title: "Into the fjord", image: "https://lazy.example/img/fjord-large.jpg" },
  },
  {
    name: "several declared pictures, the first an icon",
    url: "https://sizes.example/guide/knots",
    html: whole(
      `<title>Knots</title>${og({ "og:title": "Knots" })}<meta property="og:image" content="/i/icon-48.png"><meta property="og:image:width" content="48"><meta property="og:image:height" content="48"><meta property="og:image" content="/i/knots-1200.jpg"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`,
      `<h1>Knots</h1>${paragraphs(1)}`,
    ),
    expected: { title: "Knots", image: "https://sizes.example/i/knots-1200.jpg" },
  },
  {
    name: "JSON-LD alone",
    url: "https://data.example/story/9",
    html: `<html><head>${jsonLd({
      "@context": "https://schema.org",
      "@graph": [
        { "@type": "WebSite", name: "Data Stories" },
        {
          "@type": "BlogPosting",
          headline: "Nine bridges",
          author: [{ "@type": "Person", name: "Q. Lind" }],
          datePublished: "2020-10-10",
          image: [{ "@type": "ImageObject", url: "/b.jpg", width: 900, height: 600 }],
          keywords: ["bridges"],
        },
      ],
    })}</head><body><h2>Nine bridges</h2>${paragraphs(4)}</body></html>`,
    expected: {
      title: "Nine bridges",
      image: "https://data.example/b.jpg",
      siteName: "Data Stories",
      author: "Q. Lind",
      publishedAt: "2020-10-10T00:00:00.000Z",
      mediaType: "article",
      tags: ["bridges"],
    },
  },
  {
    name: "Twitter card alone",
    url: "https://card.example/p/3",
    html: whole(
      `${named({ "twitter:card": "summary_large_image", "twitter:title": "Three cranes", "twitter:description": "They are the last of their kind.", "twitter:image:src": "https://card.example/c.jpg" })}${icon("/apple.png")}`,
      "<p>x</p>",
    ),
    expected: {
      title: "Three cranes",
      description: "They are the last of their kind.",
      image: "https://card.example/c.jpg",
      icon: "https://card.example/apple.png",
    },
  },
];
