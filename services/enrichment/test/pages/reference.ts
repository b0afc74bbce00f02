import { jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Encyclopaedias, documentation, science, authorities. */
export const reference: SamplePage[] = [
  {
    name: "Wikipedia article",
    url: "https://en.wikipedia.org/wiki/Tide_table",
    html: whole(
      `<title>Tide table - Wikipedia</title><meta name="generator" content="MediaWiki 1.42.0-wmf.5"><meta name="format-detection" content="telephone=no"><meta property="og:image" content="https://upload.wikimedia.org/wikipedia/commons/thumb/t/Tides.svg/1200px-Tides.svg.png"><meta property="og:image:width" content="1200"><meta property="og:title" content="Tide table - Wikipedia"><meta property="og:type" content="website"><link rel="icon" href="/static/favicon/wikipedia.ico"><link rel="apple-touch-icon" href="/static/apple-touch/wikipedia.png"><link rel="canonical" href="https://en.wikipedia.org/wiki/Tide_table">`,
      `<main id="content"><h1 id="firstHeading"><span>Tide table</span></h1><div id="bodyContent">${paragraphs(8)}</div></main>${jsonLd({ "@context": "https://schema.org", "@type": "Article", name: "Tide table", url: "https://en.wikipedia.org/wiki/Tide_table", author: { "@type": "Organization", name: "Contributors to Wikimedia projects" }, publisher: { "@type": "Organization", name: "Wikimedia Foundation, Inc." }, datePublished: "2003-07-21T20:43:57Z", headline: "predicted times and heights of tides" })}`,
    ),
    expected: {
      title: "Tide table",
      image: "https://upload.wikimedia.org/wikipedia/commons/thumb/t/Tides.svg/1200px-Tides.svg.png",
      icon: "https://en.wikipedia.org/static/apple-touch/wikipedia.png",
      language: "en",
      canonicalUrl: "https://en.wikipedia.org/wiki/Tide_table",
      mediaType: "article",
      publishedAt: "2003-07-21T20:43:57.000Z",
    },
  },
  {
    name: "MediaWiki of a company",
    url: "https://wiki.shipyard.example/index.php?title=Dry_dock",
    html: `<!DOCTYPE html><html class="client-nojs" lang="en" dir="ltr"><head><meta charset="UTF-8"/><title>Dry dock - Shipyard Wiki</title><meta name="generator" content="MediaWiki 1.35.0"/><link rel="shortcut icon" href="/favicon.ico"/></head><body class="mediawiki"><div id="content" role="main"><h1 id="firstHeading" class="firstHeading" lang="en">Dry dock</h1><div id="mw-content-text">${paragraphs(3)}</div></div></body></html>`,
    expected: { title: "Dry dock", image: null, icon: "https://wiki.shipyard.example/favicon.ico", language: "en" },
  },
  {
    name: "arXiv abstract",
    url: "https://arxiv.org/abs/1706.03762",
    html: whole(
      `<title>[1706.03762] Attention Is All You Need</title><link rel="apple-touch-icon" sizes="180x180" href="/static/browse/0.3.4/images/icons/apple-touch-icon.png"><link rel="canonical" href="https://arxiv.org/abs/1706.03762"/>${og({ "og:type": "website", "og:site_name": "arXiv.org", "og:title": "Attention Is All You Need", "og:url": "https://arxiv.org/abs/1706.03762v7", "og:image": "/static/browse/0.3.4/images/arxiv-logo-fb.png", "og:description": "The dominant sequence transduction models are based on complex networks." })}${named({ citation_title: "Attention Is All You Need", citation_author: "Vaswani, Ashish", citation_date: "2017/06/12", citation_pdf_url: "https://arxiv.org/pdf/1706.03762" })}${named({ citation_author: "Shazeer, Noam" })}`,
      `<h1 class="title mathjax"><span class="descriptor">Title:</span>Attention Is All You Need</h1><blockquote class="abstract"><span class="descriptor">Abstract:</span>The dominant sequence transduction models are based on complex networks.</blockquote>`,
    ),
    expected: {
      title: "Attention Is All You Need",
      description: "The dominant sequence transduction models are based on complex networks.",
      icon: "https://arxiv.org/static/browse/0.3.4/images/icons/apple-touch-icon.png",
      siteName: "arXiv.org",
      author: "Ashish Vaswani, Noam Shazeer",
      publishedAt: "2017-06-12T00:00:00.000Z",
      mediaType: "paper",
    },
  },
  {
    name: "publisher's article with Dublin Core",
    url: "https://journal.example/doi/10.1000/tide.2015.3",
    html: whole(
      `<title>Long tides and short memory | Journal of Coasts</title>${named({ "dc.Title": "Long tides and short memory", "dc.Creator": "M. Aalto", "dc.Date": "2015-03-01", "dc.Description": "A study of forty harbours.", "dc.Language": "en", citation_journal_title: "Journal of Coasts" })}`,
      `<h1 class="citation__title">Long tides and short memory</h1>${paragraphs(4)}`,
    ),
    expected: {
      title: "Long tides and short memory",
      description: "A study of forty harbours.",
      author: "M. Aalto",
      publishedAt: "2015-03-01T00:00:00.000Z",
      image: null,
    },
  },
  {
    name: "documentation by Sphinx",
    url: "https://docs.tidelib.example/en/stable/install.html",
    html: `<!DOCTYPE html><html class="writer-html5" lang="en"><head><meta charset="utf-8" /><meta name="generator" content="Docutils 0.19" /><title>Installation &mdash; tidelib 4.2 documentation</title><link rel="shortcut icon" href="../_static/favicon.ico"/><link rel="canonical" href="https://docs.tidelib.example/en/stable/install.html" /></head><body class="wy-body-for-nav"><nav class="wy-nav-side"><p class="caption">This is a caption inside of a navigation that is long enough to be a paragraph.</p></nav><section><div role="main"><h1>Installation<a class="headerlink" href="#installation" title="Permalink"></a></h1><p>tidelib needs a C compiler, patience, and the harmonic constants of your harbour in a text file.</p></div></section></body></html>`,
    expected: {
      title: "Installation",
      icon: "https://docs.tidelib.example/en/_static/favicon.ico",
      language: "en",
      image: null,
    },
  },
  {
    name: "documentation by Docusaurus",
    url: "https://quay.example/docs/api/moor",
    html: whole(
      `<meta data-rh="true" name="generator" content="Docusaurus v3.0.1"><title data-rh="true">moor() | Quay.js</title><meta data-rh="true" property="og:title" content="moor() | Quay.js"><meta data-rh="true" name="description" content="Ties an object to a place."><meta data-rh="true" property="og:description" content="Ties an object to a place."><meta data-rh="true" property="og:image" content="https://quay.example/img/social-card.jpg"><link data-rh="true" rel="icon" href="/img/favicon.ico"><meta data-rh="true" property="og:locale" content="en">`,
      `<main><article><header><h1>moor()</h1></header>${paragraphs(2)}</article></main>`,
    ),
    expected: {
      title: "moor()",
      description: "Ties an object to a place.",
      image: "https://quay.example/img/social-card.jpg",
      icon: "https://quay.example/img/favicon.ico",
    },
  },
  {
    name: "authority",
    url: "https://www.hafenamt.example/DE/Themen/Ebbe/ebbe_node.html",
    html: `<!doctype html><html lang="de"><head><base href="https://www.hafenamt.example/"/><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>Hafenamt - Themen - Ebbe und Flut</title><meta name="DCTERMS.title" content="Ebbe und Flut"/><meta name="keywords" content="Ebbe, Flut"/><link rel="shortcut icon" href="SiteGlobals/Frontend/Images/favicon.ico" type="image/ico"/><link rel="canonical" href="https://www.hafenamt.example/DE/Themen/Ebbe/ebbe_node.html"/></head><body><div id="content"><h1 class="isFirstInSlot">Ebbe und Flut</h1>${paragraphs(3, "de")}</div></body></html>`,
    expected: {
      title: "Ebbe und Flut",
      icon: "https://www.hafenamt.example/SiteGlobals/Frontend/Images/favicon.ico",
      language: "de",
      tags: ["Ebbe", "Flut"],
    },
  },
  {
    name: "university page with relative everything",
    url: "http://physik.uni.example/~weber/lehre/ws09/",
    html: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML><HEAD><TITLE>Vorlesung Optik WS 2009/10</TITLE><META NAME="Author" CONTENT="Prof. K. Weber"><LINK REL="SHORTCUT ICON" HREF="../../bild/uni.ico"></HEAD><BODY BGCOLOR="#FFFFFF"><H1>Optik</H1><P>Dienstags um 8 Uhr c.t. im gro&szlig;en H&ouml;rsaal, &Uuml;bungen nach Vereinbarung.<P><A HREF="blatt1.pdf">Blatt 1</A></BODY></HTML>`,
    expected: {
      title: "Vorlesung Optik WS 2009/10",
      author: "Prof. K. Weber",
      icon: "http://physik.uni.example/~weber/bild/uni.ico",
      image: null,
    },
  },
];
