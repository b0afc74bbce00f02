import { icon, jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Shops, recipes, companies. */
export const shops: SamplePage[] = [
  {
    name: "Shopify product",
    url: "https://ropeworks.example/products/mooring-line-12mm",
    html: whole(
      `<title>Mooring line 12 mm &ndash; Ropeworks</title><meta name="description" content="Three strands, pre-stretched, made to be forgotten."><link rel="canonical" href="https://ropeworks.example/products/mooring-line-12mm"><link rel="shortcut icon" href="//ropeworks.example/cdn/shop/files/fav_32x32.png?v=1" type="image/png">
${og({ "og:site_name": "Ropeworks", "og:url": "https://ropeworks.example/products/mooring-line-12mm", "og:title": "Mooring line 12 mm", "og:type": "product", "og:description": "Three strands, pre-stretched, made to be forgotten.", "og:image": "http://ropeworks.example/cdn/shop/products/line.jpg?v=16", "og:image:secure_url": "https://ropeworks.example/cdn/shop/products/line.jpg?v=16", "og:image:width": "1200", "og:image:height": "1200", "og:price:amount": "39.00" })}`,
      `<main><h1>Mooring line 12 mm</h1>${paragraphs(1)}</main>`,
    ),
    expected: {
      title: "Mooring line 12 mm",
      description: "Three strands, pre-stretched, made to be forgotten.",
      image: "https://ropeworks.example/cdn/shop/products/line.jpg?v=16",
      icon: "https://ropeworks.example/cdn/shop/files/fav_32x32.png?v=1",
      siteName: "Ropeworks",
      mediaType: "product",
      canonicalUrl: "https://ropeworks.example/products/mooring-line-12mm",
    },
  },
  {
    name: "large shop without Open Graph",
    url: "https://www.amazon.com/Brass-Ship-Lamp-Wired/dp/B00TEST123/ref=sr_1_3",
    html: `<!doctype html><html lang="en-us" class="a-no-js"><head><meta charset="utf-8"><title>Amazon.com: Brass Ship Lamp, Wired, 30 cm : Home &amp; Kitchen</title><meta name="description" content="Buy Brass Ship Lamp, Wired, 30 cm: Lamps - Amazon.com ✓ FREE DELIVERY possible on eligible purchases"><meta name="keywords" content="Brass Ship Lamp"><link rel="canonical" href="https://www.amazon.com/Brass-Ship-Lamp-Wired/dp/B00TEST123" /></head><body><div id="nav"><img src="https://images.example/G/01/gno/sprites/nav-sprite.png" width="275" height="420"></div><h1 id="title"><span id="productTitle">  Brass Ship Lamp, Wired, 30 cm  </span></h1><img id="landingImage" src="https://m.media.example/images/I/71lamp._AC_SX466_.jpg" width="466" height="466" alt="Brass Ship Lamp">${paragraphs(2)}</body></html>`,
    expected: {
      title: "Brass Ship Lamp, Wired, 30 cm",
      image: "https://m.media.example/images/I/71lamp._AC_SX466_.jpg",
      icon: "https://www.amazon.com/favicon.ico",
      language: "en-US",
      canonicalUrl: "https://www.amazon.com/Brass-Ship-Lamp-Wired/dp/B00TEST123",
      mediaType: "product",
    },
  },
  {
    name: "WooCommerce product",
    url: "https://laternenladen.example/produkt/sturmlaterne/",
    html: whole(
      `<title>Sturmlaterne, verzinkt &#8211; Laternenladen</title>${og({ "og:locale": "de_DE", "og:type": "product", "og:title": "Sturmlaterne, verzinkt – Laternenladen", "og:site_name": "Laternenladen", "og:image": "https://laternenladen.example/wp-content/uploads/laterne.jpg" })}${jsonLd({ "@context": "https://schema.org/", "@type": "Product", name: "Sturmlaterne, verzinkt", description: "&lt;p&gt;Brennt bei &lt;b&gt;Wind&lt;/b&gt;.&lt;/p&gt;", image: "https://laternenladen.example/wp-content/uploads/laterne.jpg", offers: [{ "@type": "Offer", price: "29.90" }] })}`,
      `<div class="product"><h1 class="product_title entry-title">Sturmlaterne, verzinkt</h1></div>`,
      'lang="de"',
    ),
    expected: {
      title: "Sturmlaterne, verzinkt",
      description: "Brennt bei Wind .",
      image: "https://laternenladen.example/wp-content/uploads/laterne.jpg",
      siteName: "Laternenladen",
      language: "de",
      mediaType: "product",
    },
  },
  {
    name: "recipe site",
    url: "https://www.suppenkueche.example/rezepte/fischsuppe",
    html: whole(
      `<title>Fischsuppe - Suppenküche</title>${named({ description: "In 40 Minuten auf dem Tisch." })}${og({ "og:title": "Fischsuppe", "og:image": "/img/fischsuppe.jpg", "og:site_name": "Suppenküche" })}${jsonLd({ "@context": "http://schema.org", "@type": "Recipe", name: "Fischsuppe", image: ["https://www.suppenkueche.example/img/fischsuppe.jpg"], author: { "@type": "Organization", name: "Suppenküche" }, datePublished: "2018-11-11", keywords: "Fisch, Suppe, schnell", recipeYield: "4" })}`,
      `<main><h1>Fischsuppe</h1>${paragraphs(3, "de")}</main>`,
      'lang="de"',
    ),
    expected: {
      title: "Fischsuppe",
      description: "In 40 Minuten auf dem Tisch.",
      image: "https://www.suppenkueche.example/img/fischsuppe.jpg",
      siteName: "Suppenküche",
      publishedAt: "2018-11-11T00:00:00.000Z",
      mediaType: "recipe",
      tags: ["Fisch", "Suppe", "schnell"],
    },
  },
  {
    name: "company page in React with one title for all pages",
    url: "https://www.cranes.example/products/harbour-cranes",
    html: whole(
      `<title>Harbour cranes | Cranes Inc.</title>${og({ "og:title": "Cranes Inc.", "og:site_name": "Cranes Inc.", "og:type": "website", "og:image": "/img/default-og.png" })}${named({ description: "Cranes for quays of every length.", "theme-color": "#fff" })}<link rel="manifest" href="/site.webmanifest">${icon("/favicon.ico", 'sizes="any"')}${icon("/favicon.svg", 'type="image/svg+xml"')}`,
      `<div id="root"><h1>Harbour cranes</h1>${paragraphs(1)}</div>`,
    ),
    expected: {
      title: "Harbour cranes",
      description: "Cranes for quays of every length.",
      icon: "https://www.cranes.example/favicon.ico",
      siteName: "Cranes Inc.",
      mediaType: "page",
    },
  },
  {
    name: "book shop",
    url: "https://buchhafen.example/buch/9783000000001",
    html: whole(
      `<title>Die Kaimauer von Grete Holm | Buchhafen</title>${og({ "og:type": "book", "og:title": "Die Kaimauer", "og:image": "https://cover.buchhafen.example/9783000000001.jpg", "book:author": "Grete Holm", "og:site_name": "Buchhafen" })}<meta itemprop="description" content="Roman"><link rel="canonical" href="https://buchhafen.example/">`,
      "<main><h1>Die Kaimauer</h1><p>Ein Roman über drei Generationen von Hafenarbeitern, die nie zur See fuhren.</p></main>",
      'lang="de"',
    ),
    expected: {
      title: "Die Kaimauer",
      image: "https://cover.buchhafen.example/9783000000001.jpg",
      siteName: "Buchhafen",
      canonicalUrl: null,
      mediaType: "book",
    },
  },
  {
    name: "landing page with canonical on another site",
    url: "https://klein.example/blog/deal",
    html: whole(
      `<title>Our deal of the week</title><link rel="canonical" href="https://tracker.elsewhere.example/x">${named({ description: "Only this week." })}`,
      "<h1>Our deal of the week</h1>",
    ),
    expected: { title: "Our deal of the week", description: "Only this week.", image: null },
  },
];
