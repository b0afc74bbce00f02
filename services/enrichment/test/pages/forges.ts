import { icon, jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Forges, packages, forums, questions and answers. */
export const forges: SamplePage[] = [
  {
    name: "GitHub repository",
    url: "https://github.com/quayside/tidecalc",
    html: whole(
      `<title>GitHub - Quayside/tidecalc: Tide tables for small harbours · GitHub</title>${named({ description: "Tide tables for small harbours. Contribute to Quayside/tidecalc development by creating an account on GitHub.", "twitter:card": "summary_large_image", "twitter:title": "GitHub - Quayside/tidecalc: Tide tables for small harbours" })}
${og({ "og:image": "https://opengraph.githubassets.com/9f/Quayside/tidecalc", "og:image:width": "1200", "og:image:height": "600", "og:site_name": "GitHub", "og:type": "object", "og:title": "GitHub - Quayside/tidecalc: Tide tables for small harbours", "og:url": "https://github.com/Quayside/tidecalc", "og:description": "Tide tables for small harbours. Contribute to Quayside/tidecalc development by creating an account on GitHub." })}
<link rel="canonical" href="https://github.com/Quayside/tidecalc"><link rel="mask-icon" href="https://github.githubassets.com/pinned.svg" color="#000"><link rel="alternate icon" class="js-site-favicon" type="image/png" href="https://github.githubassets.com/favicons/favicon.png"><link rel="icon" class="js-site-favicon" type="image/svg+xml" href="https://github.githubassets.com/favicons/favicon.svg">`,
      `<main><h2>About</h2><a href="/topics/tides" class="topic-tag topic-tag-link">tides</a> <a href="/topics/rust" class="topic-tag topic-tag-link">rust</a><article class="markdown-body"><h1>tidecalc</h1>${paragraphs(4)}</article></main>`,
    ),
    expected: {
      title: "Quayside/tidecalc",
      description: "Tide tables for small harbours.",
      image: "https://opengraph.githubassets.com/9f/Quayside/tidecalc",
      icon: "https://github.githubassets.com/favicons/favicon.png",
      siteName: "GitHub",
      language: "en",
      canonicalUrl: "https://github.com/Quayside/tidecalc",
      mediaType: "repository",
      tags: ["tides", "rust"],
    },
  },
  {
    name: "GitHub issue",
    url: "https://github.com/quayside/tidecalc/issues/12",
    html: whole(
      `<title>Neap tides are off by an hour · Issue #12 · quayside/tidecalc · GitHub</title>${og({ "og:image": "https://opengraph.githubassets.com/1/quayside/tidecalc/issues/12", "og:site_name": "GitHub", "og:type": "object", "og:title": "Neap tides are off by an hour · Issue #12 · quayside/tidecalc", "og:description": "Since 2.1 all neap tides come an hour late." })}`,
      `<main><h1><bdi>Neap tides are off by an hour</bdi> <span>#12</span></h1>${paragraphs(2)}</main>`,
    ),
    expected: {
      title: "Neap tides are off by an hour · Issue #12 · quayside/tidecalc",
      description: "Since 2.1 all neap tides come an hour late.",
      siteName: "GitHub",
    },
  },
  {
    name: "GitLab project",
    url: "https://gitlab.com/harbour/logbook",
    html: whole(
      `<title>Harbour / logbook · GitLab</title>${og({ "og:site_name": "GitLab", "og:type": "object", "og:title": "Harbour / logbook · GitLab", "og:description": "Logbooks as plain text", "og:image": "https://gitlab.com/uploads/-/system/project/avatar/1/book.png", "og:image:width": "64", "og:image:height": "64" })}${named({ description: "Logbooks as plain text" })}`,
      `<main><h1 class="home-panel-title">logbook</h1>${paragraphs(2)}</main>`,
    ),
    expected: {
      title: "harbour/logbook",
      description: "Logbooks as plain text",
      siteName: "GitLab",
      mediaType: "repository",
    },
  },
  {
    name: "npm package",
    url: "https://www.npmjs.com/package/left-quay",
    html: whole(
      `<title>left-quay - npm</title>${og({ "og:description": "Moors strings to the left. Latest version: 1.2.0, last published: 3 years ago.", "og:title": "left-quay", "og:site_name": "npm", "og:image": "https://static-production.npmjs.com/338e4905.png", "og:url": "https://www.npmjs.com/package/left-quay" })}${named({ keywords: "string,pad,quay" })}`,
      `<main><h1>left-quay</h1>${paragraphs(2)}</main>`,
    ),
    expected: {
      title: "left-quay",
      description: "Moors strings to the left. Latest version: 1.2.0, last published: 3 years ago.",
      siteName: "npm",
      tags: ["string", "pad", "quay"],
    },
  },
  {
    name: "Stack Overflow question",
    url: "https://stackoverflow.com/questions/4711/how-do-i-moor-a-string",
    html: whole(
      `<title>javascript - How do I moor a string? - Stack Overflow</title><link rel="shortcut icon" href="https://cdn.sstatic.net/Sites/stackoverflow/Img/favicon.ico?v=ec"><link rel="apple-touch-icon" href="https://cdn.sstatic.net/Sites/stackoverflow/Img/apple-touch-icon.png?v=c7"><link rel="canonical" href="https://stackoverflow.com/questions/4711/how-do-i-moor-a-string" />${og({ "og:type": "website", "og:url": "https://stackoverflow.com/questions/4711/how-do-i-moor-a-string", "og:site_name": "Stack Overflow", "og:image": "https://cdn.sstatic.net/Sites/stackoverflow/Img/apple-touch-icon@2.png?v=73" })}<meta name="twitter:title" property="og:title" itemprop="name" content="How do I moor a string?" /><meta name="twitter:description" property="og:description" itemprop="description" content="I have a string and want it to stay where it is." />
${jsonLd({ "@context": "https://schema.org", "@type": "QAPage", mainEntity: { "@type": "Question", name: "How do I moor a string?", text: "I have a string", datePublished: "2010-03-01T10:00:00", author: { "@type": "Person", name: "skipper" } } })}`,
      `<div itemprop="mainEntity"><h1 itemprop="name"><a href="#">How do I moor a string?</a></h1>${paragraphs(3)}<a href="/questions/tagged/javascript" class="post-tag" rel="tag">javascript</a><a href="/questions/tagged/string" class="post-tag" rel="tag">string</a></div>`,
    ),
    expected: {
      title: "How do I moor a string?",
      description: "I have a string and want it to stay where it is.",
      icon: "https://cdn.sstatic.net/Sites/stackoverflow/Img/apple-touch-icon.png?v=c7",
      siteName: "Stack Overflow",
      mediaType: "discussion",
      tags: ["javascript", "string"],
    },
  },
  {
    name: "Discourse topic",
    url: "https://forum.sailcloth.example/t/mending-a-torn-leech/3312",
    html: whole(
      `<title>Mending a torn leech - Repairs - Sailcloth Forum</title><meta name="description" content="The leech of my genoa tore yesterday. Tape or stitches?"><meta name="generator" content="Discourse 3.2.0"><link rel="icon" type="image/png" href="https://forum.sailcloth.example/uploads/default/optimized/1X/a_2_32x32.png"><link rel="apple-touch-icon" type="image/png" href="https://forum.sailcloth.example/uploads/default/optimized/1X/a_2_180x180.png">
${og({ "og:site_name": "Sailcloth Forum", "og:type": "website", "og:title": "Mending a torn leech", "og:description": "The leech of my genoa tore yesterday. Tape or stitches?", "article:published_time": "2023-06-10T12:11:10+00:00", "og:image": "https://forum.sailcloth.example/uploads/torn.jpeg" })}
${jsonLd({ "@context": "http://schema.org", "@type": "DiscussionForumPosting", headline: "Mending a torn leech", author: { "@type": "Person", name: "marlin" }, datePublished: "2023-06-10T12:11:10Z", keywords: "genoa, repair" })}`,
      `<div id="main-outlet"><h1><a href="#">Mending a torn leech</a></h1>${paragraphs(3)}</div>`,
    ),
    expected: {
      title: "Mending a torn leech",
      description: "The leech of my genoa tore yesterday. Tape or stitches?",
      image: "https://forum.sailcloth.example/uploads/torn.jpeg",
      icon: "https://forum.sailcloth.example/uploads/default/optimized/1X/a_2_180x180.png",
      siteName: "Sailcloth Forum",
      author: "marlin",
      publishedAt: "2023-06-10T12:11:10.000Z",
      mediaType: "discussion",
      tags: ["genoa", "repair"],
    },
  },
  {
    name: "phpBB topic",
    url: "https://www.oldtimer-forum.example/viewtopic.php?f=12&t=8801",
    html: `<!DOCTYPE html><html dir="ltr" lang="de"><head><meta charset="utf-8" /><title>Vergaser läuft über - Oldtimer-Forum</title><link rel="canonical" href="https://www.oldtimer-forum.example/viewtopic.php?t=8801"><link href="./styles/prosilver/theme/stylesheet.css" rel="stylesheet"></head><body id="phpbb"><div id="site-description"><h1>Oldtimer-Forum</h1><p>Alles rund ums Blech</p></div><h2 class="topic-title"><a href="./viewtopic.php?t=8801">Vergaser läuft über</a></h2><div class="post"><p class="author">von <strong>Schrauber</strong> » Mi 5. Mai 2010</p><div class="content">Hallo zusammen, mein Vergaser läuft über, sobald ich den Motor abstelle. Was kann das sein?</div></div></body></html>`,
    expected: {
      title: "Vergaser läuft über",
      icon: "https://www.oldtimer-forum.example/favicon.ico",
      language: "de",
      canonicalUrl: "https://www.oldtimer-forum.example/viewtopic.php?t=8801",
    },
  },
  {
    name: "Hacker News item",
    url: "https://news.ycombinator.com/item?id=30000000",
    html: `<html lang="en" op="item"><head><meta name="referrer" content="origin"><meta name="viewport" content="width=device-width, initial-scale=1.0"><link rel="stylesheet" type="text/css" href="news.css?x"><link rel="icon" href="y18.svg"><title>A harbour simulator in 200 lines | Hacker News</title></head><body><center><table id="hnmain"><tr><td><b class="hnname"><a href="news">Hacker News</a></b></td></tr><tr><td><span class="titleline"><a href="https://sim.example/">A harbour simulator in 200 lines</a></span></td></tr><tr><td class="commtext">I wrote one of these long ago, and it was 20,000 lines.</td></tr></table></center></body></html>`,
    expected: {
      title: "A harbour simulator in 200 lines",
      icon: "https://news.ycombinator.com/y18.svg",
      language: "en",
      mediaType: "discussion",
    },
  },
  {
    name: "Reddit thread",
    url: "https://www.reddit.com/r/sailing/comments/abc123/which_anchor_for_mud/",
    html: whole(
      `<title>Which anchor for mud? : r/sailing</title>${og({ "og:site_name": "Reddit", "og:type": "website", "og:title": "r/sailing on Reddit: Which anchor for mud?", "og:description": "Explore this post and more from the sailing community", "og:image": "https://share.redd.it/preview/post/abc123", "og:url": "https://www.reddit.com/r/sailing/comments/abc123/which_anchor_for_mud/" })}${icon("https://www.redditstatic.com/shreddit/assets/favicon/128x128.png", 'sizes="128x128" type="image/png"')}`,
      `<main><h1 slot="title">Which anchor for mud?</h1><p>Everyone at my club swears by something else. The river has a metre of soft mud.</p></main>`,
    ),
    expected: {
      title: "Which anchor for mud?",
      image: "https://share.redd.it/preview/post/abc123",
      icon: "https://www.redditstatic.com/shreddit/assets/favicon/128x128.png",
      siteName: "Reddit",
      mediaType: "discussion",
    },
  },
];
