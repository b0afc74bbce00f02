import { icon, jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Blogs and their programs. */
export const blogs: SamplePage[] = [
  {
    name: "WordPress with Yoast",
    url: "https://kitchen-notes.example/2023/10/sourdough-for-beginners/",
    html: whole(
      `<title>Sourdough for Beginners - Kitchen Notes</title>${named({ description: "Flour, water, salt and patience." })}
<link rel="canonical" href="https://kitchen-notes.example/2023/10/sourdough-for-beginners/" />
${og({ "og:locale": "en_US", "og:type": "article", "og:title": "Sourdough for Beginners - Kitchen Notes", "og:description": "Flour, water, salt and patience.", "og:url": "https://kitchen-notes.example/2023/10/sourdough-for-beginners/", "og:site_name": "Kitchen Notes", "article:published_time": "2023-10-04T06:30:00+00:00", "og:image": "https://kitchen-notes.example/wp-content/uploads/2023/10/loaf.jpg", "og:image:width": "1200", "og:image:height": "800" })}
${jsonLd({
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "Article",
      "@id": "https://kitchen-notes.example/2023/10/sourdough-for-beginners/#article",
      headline: "Sourdough for Beginners",
      datePublished: "2023-10-04T06:30:00+00:00",
      author: { "@id": "https://kitchen-notes.example/#/schema/person/1" },
      publisher: { "@id": "https://kitchen-notes.example/#organization" },
      keywords: ["sourdough", "bread"],
      articleSection: ["Baking"],
      inLanguage: "en-US",
    },
    {
      "@type": "WebPage",
      "@id": "https://kitchen-notes.example/2023/10/sourdough-for-beginners/",
      name: "Sourdough for Beginners - Kitchen Notes",
    },
    { "@type": "Organization", "@id": "https://kitchen-notes.example/#organization", name: "Kitchen Notes" },
    { "@type": "Person", "@id": "https://kitchen-notes.example/#/schema/person/1", name: "Maren Holt" },
  ],
})}
${icon("https://kitchen-notes.example/wp-content/uploads/cropped-icon-32x32.png", 'sizes="32x32"')}${icon("https://kitchen-notes.example/wp-content/uploads/cropped-icon-192x192.png", 'sizes="192x192"')}`,
      `<main><article><h1 class="entry-title">Sourdough for Beginners</h1>${paragraphs(6)}<a href="/tag/bread/" rel="tag">bread</a></article></main>`,
      'lang="en-US"',
    ),
    expected: {
      title: "Sourdough for Beginners",
      description: "Flour, water, salt and patience.",
      image: "https://kitchen-notes.example/wp-content/uploads/2023/10/loaf.jpg",
      icon: "https://kitchen-notes.example/wp-content/uploads/cropped-icon-192x192.png",
      siteName: "Kitchen Notes",
      author: "Maren Holt",
      publishedAt: "2023-10-04T06:30:00.000Z",
      language: "en-US",
      canonicalUrl: "https://kitchen-notes.example/2023/10/sourdough-for-beginners/",
      mediaType: "article",
      tags: ["sourdough", "bread", "Baking"],
    },
  },
  {
    name: "WordPress without plugins, encoded twice",
    url: "https://reiseblog.example/?p=77",
    html: whole(
      `<title>Zu Fu&szlig; &uuml;ber den Brenner &#8211; Sabines Reiseblog</title><meta name="generator" content="WordPress 6.4.2" />
<link rel="canonical" href="https://reiseblog.example/brenner/" /><link rel="alternate" type="application/json+oembed" href="https://reiseblog.example/wp-json/oembed/1.0/embed?url=x" />
${og({ "og:title": "Zu Fu&amp;szlig; &amp;uuml;ber den Brenner" })}`,
      `<article class="post-77"><header><h1 class="entry-title">Zu Fuß über den Brenner</h1><a rel="author" href="/author/sabine/">Sabine Kofler</a> <time class="entry-date published" datetime="2022-07-14T18:05:12+02:00">14. Juli 2022</time></header>
<figure><img src="/wp-content/uploads/brenner-1024x683.jpg" width="1024" height="683" alt="Blick ins Tal" class="wp-image-80"></figure>${paragraphs(5, "de")}<a rel="tag" href="/tag/alpen">Alpen</a> <a rel="tag" href="/tag/wandern">Wandern</a></article>`,
      'lang="de"',
    ),
    expected: {
      title: "Zu Fuß über den Brenner",
      image: "https://reiseblog.example/wp-content/uploads/brenner-1024x683.jpg",
      icon: "https://reiseblog.example/favicon.ico",
      author: "Sabine Kofler",
      publishedAt: "2022-07-14T16:05:12.000Z",
      language: "de",
      canonicalUrl: "https://reiseblog.example/brenner/",
      mediaType: "article",
      tags: ["Alpen", "Wandern"],
    },
  },
  {
    name: "Ghost",
    url: "https://letters.example/on-keeping-bees/",
    html: whole(
      `<title>On keeping bees</title><meta name="description" content="A year with two hives on a roof in Ghent." />${icon("https://letters.example/content/images/size/w256h256/2021/icon.png", 'type="image/png"')}
<link rel="canonical" href="https://letters.example/on-keeping-bees/" /><meta name="generator" content="Ghost 5.71" />
${og({ "og:site_name": "Letters from the Roof", "og:type": "article", "og:title": "On keeping bees", "og:description": "A year with two hives on a roof in Ghent.", "og:url": "https://letters.example/on-keeping-bees/", "og:image": "https://letters.example/content/images/2021/05/hive.jpg", "article:published_time": "2021-05-20T05:00:00.000Z", "article:tag": "bees" })}
${named({ "twitter:card": "summary_large_image", "twitter:title": "On keeping bees", "twitter:label1": "Written by", "twitter:data1": "Jonas De Wit" })}
${jsonLd({ "@context": "https://schema.org", "@type": "Article", publisher: { "@type": "Organization", name: "Letters from the Roof", logo: { "@type": "ImageObject", url: "https://letters.example/logo.png" } }, author: { "@type": "Person", name: "Jonas De Wit" }, headline: "On keeping bees", url: "https://letters.example/on-keeping-bees/", datePublished: "2021-05-20T05:00:00.000Z", image: { "@type": "ImageObject", url: "https://letters.example/content/images/2021/05/hive.jpg", width: 1200, height: 800 }, keywords: "bees", description: "A year with two hives on a roof in Ghent." })}`,
      `<main><article><h1>On keeping bees</h1>${paragraphs(6)}</article></main>`,
    ),
    expected: {
      title: "On keeping bees",
      description: "A year with two hives on a roof in Ghent.",
      image: "https://letters.example/content/images/2021/05/hive.jpg",
      icon: "https://letters.example/content/images/size/w256h256/2021/icon.png",
      siteName: "Letters from the Roof",
      author: "Jonas De Wit",
      publishedAt: "2021-05-20T05:00:00.000Z",
      mediaType: "article",
      tags: ["bees"],
    },
  },
  {
    name: "Medium-like",
    url: "https://longreads.example/@imara/why-maps-lie-4f2a9c1b7d3e",
    html: whole(
      `<title data-rh="true">Why Maps Lie. And why we should be glad that they do | by Imara Osei | The Atlas Room | Longreads</title>
${named({ description: "And why we should be glad that they do" })}${og({ "og:site_name": "Longreads", "og:type": "article", "og:title": "Why Maps Lie", "og:description": "And why we should be glad that they do", "og:url": "https://longreads.example/@imara/why-maps-lie-4f2a9c1b7d3e", "og:image": "https://miro.longreads.example/v2/resize:fit:1200/1*map.png", "article:published_time": "2022-02-11T14:02:44.163Z", "article:author": "https://longreads.example/@imara" })}${named({ author: "Imara Osei" })}
<link rel="icon" href="https://longreads.example/favicon-rep.ico"><link rel="apple-touch-icon" sizes="152x152" href="https://miro.longreads.example/v2/152.png">`,
      `<article><h1 id="a">Why Maps Lie</h1><h2>And why we should be glad that they do</h2>${paragraphs(8)}</article>`,
    ),
    expected: {
      title: "Why Maps Lie",
      description: "And why we should be glad that they do",
      image: "https://miro.longreads.example/v2/resize:fit:1200/1*map.png",
      icon: "https://miro.longreads.example/v2/152.png",
      siteName: "Longreads",
      author: "Imara Osei",
      publishedAt: "2022-02-11T14:02:44.163Z",
      mediaType: "article",
    },
  },
  {
    name: "Hugo with a bare theme",
    url: "https://janik.example/posts/zfs-on-a-laptop/",
    html: whole(
      `<title>ZFS on a laptop | janik.example</title><meta name="author" content="Janik"><meta name="keywords" content="zfs, linux, laptop"><meta name="generator" content="Hugo 0.119.0">${icon("/favicon-32x32.png", 'sizes="32x32" type="image/png"')}<link rel="apple-touch-icon" href="/apple-touch-icon.png">`,
      `<main><h1>ZFS on a laptop</h1><time datetime="2023-09-02">2 Sep 2023</time>${paragraphs(6)}</main>`,
    ),
    expected: {
      title: "ZFS on a laptop",
      image: null,
      icon: "https://janik.example/apple-touch-icon.png",
      author: "Janik",
      publishedAt: "2023-09-02T00:00:00.000Z",
      mediaType: "article",
      tags: ["zfs", "linux", "laptop"],
    },
  },
  {
    name: "Jekyll with jekyll-seo-tag",
    url: "https://notes.example/2020/02/29/leap-days.html",
    html: whole(
      `<title>Leap days | Margin Notes</title><meta name="generator" content="Jekyll v4.3.2" />${og({ "og:title": "Leap days", "og:locale": "en_GB", "og:description": "Why February?", "og:url": "https://notes.example/2020/02/29/leap-days.html", "og:site_name": "Margin Notes", "og:type": "article", "article:published_time": "2020-02-29T00:00:00+00:00" })}${named({ author: "P. Nair", description: "Why February?", "twitter:card": "summary" })}
${jsonLd({ "@context": "https://schema.org", "@type": "BlogPosting", author: { "@type": "Person", name: "P. Nair" }, datePublished: "2020-02-29T00:00:00+00:00", description: "Why February?", headline: "Leap days", url: "https://notes.example/2020/02/29/leap-days.html" })}`,
      `<article class="post h-entry"><h1 class="p-name">Leap days</h1>${paragraphs(4)}</article>`,
    ),
    expected: {
      title: "Leap days",
      description: "Why February?",
      image: null,
      siteName: "Margin Notes",
      author: "P. Nair",
      publishedAt: "2020-02-29T00:00:00.000Z",
      mediaType: "article",
    },
  },
  {
    name: "Substack-like",
    url: "https://harbour.example/p/the-price-of-tin",
    html: whole(
      `<title data-rh="true">The price of tin - by Lucía Ferrer - Harbour</title>${og({ "og:type": "article", "og:title": "The price of tin", "og:description": "And what it says about batteries", "og:image": "https://cdn.harbour.example/image/fetch/w_1200,h_600/tin.jpeg" })}${named({ author: "Lucía Ferrer", description: "And what it says about batteries" })}
${jsonLd({ "@context": "https://schema.org", "@type": "NewsArticle", url: "https://harbour.example/p/the-price-of-tin", headline: "The price of tin", description: "And what it says about batteries", datePublished: "2024-01-19T11:00:29+00:00", isAccessibleForFree: true, author: [{ "@type": "Person", name: "Lucía Ferrer", url: "https://harbour.example/@lucia" }], publisher: { "@type": "Organization", name: "Harbour" } })}<link rel="shortcut icon" sizes="32x32" href="https://cdn.harbour.example/favicon.ico">`,
      `<article><h1 class="post-title">The price of tin</h1>${paragraphs(7)}</article>`,
    ),
    expected: {
      title: "The price of tin",
      description: "And what it says about batteries",
      image: "https://cdn.harbour.example/image/fetch/w_1200,h_600/tin.jpeg",
      siteName: "Harbour",
      author: "Lucía Ferrer",
      publishedAt: "2024-01-19T11:00:29.000Z",
      mediaType: "article",
    },
  },
  {
    name: "Blogger",
    url: "http://gartenfreuden.blogspot.example/2012/05/rosen-schneiden.html",
    html: `<!DOCTYPE html><html class='v2' dir='ltr' xmlns='http://www.w3.org/1999/xhtml'><head><meta content='text/html; charset=UTF-8' http-equiv='Content-Type'/><meta content='blogger' name='generator'/><link href='http://gartenfreuden.blogspot.example/favicon.ico' rel='icon' type='image/x-icon'/><link href='http://gartenfreuden.blogspot.example/2012/05/rosen-schneiden.html' rel='canonical'/><link rel="image_src" href="http://3.bp.blogspot.example/-a/s1600/rose.jpg" /><title>Gartenfreuden: Rosen schneiden</title></head><body><div class='post hentry'><meta content='http://3.bp.blogspot.example/-a/s1600/rose.jpg' itemprop='image_url'/><h1 class='title'><a href='/'>Gartenfreuden</a></h1><h3 class='post-title entry-title' itemprop='name'>Rosen schneiden</h3>${paragraphs(3, "de")}</div></body></html>`,
    expected: {
      title: "Rosen schneiden",
      image: "http://3.bp.blogspot.example/-a/s1600/rose.jpg",
      icon: "http://gartenfreuden.blogspot.example/favicon.ico",
      canonicalUrl: "http://gartenfreuden.blogspot.example/2012/05/rosen-schneiden.html",
    },
  },
  {
    name: "Tumblr-like post with a cut og:title",
    url: "https://quietcities.example/post/1789/some-thoughts-on-staircases",
    html: whole(
      `<title>Quiet Cities — Some thoughts on staircases that lead nowhere at all</title>${og({ "og:site_name": "Quiet Cities", "og:title": "Some thoughts on staircases that lead…", "og:type": "article", "og:image": "https://64.media.quietcities.example/stairs.jpg", "og:description": "There are eleven of them in our town." })}`,
      `<h1>Some thoughts on staircases that lead nowhere at all</h1>${paragraphs(3)}`,
    ),
    expected: {
      title: "Some thoughts on staircases that lead nowhere at all",
      description: "There are eleven of them in our town.",
      image: "https://64.media.quietcities.example/stairs.jpg",
      siteName: "Quiet Cities",
    },
  },
];
