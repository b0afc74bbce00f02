import { icon, jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Newspapers, broadcasters, magazines. */
export const news: SamplePage[] = [
  {
    name: "newspaper with section and name in its title",
    url: "https://www.thedailyferry.co.uk/world/2023/nov/02/strike-ends-after-nine-weeks",
    html: whole(
      `<title>Strike ends after nine weeks | Ports | The Daily Ferry</title><meta name="description" content="Dockers return on Monday under a deal that neither side calls a victory"><link rel="canonical" href="https://www.thedailyferry.co.uk/world/2023/nov/02/strike-ends-after-nine-weeks" /><meta name="keywords" content="Ports,Unions,Trade,World news" /><meta name="news_keywords" content="Ports,Unions,Trade" />
${og({ "og:url": "http://www.thedailyferry.co.uk/world/2023/nov/02/strike-ends-after-nine-weeks", "article:author": "https://www.thedailyferry.co.uk/profile/ann-mbeki", "article:tag": "Ports,Unions,Trade", "og:type": "article", "og:image": "https://i.thedailyferry.co.uk/img/media/master/5000.jpg?width=1200&amp;height=630&amp;s=ab", "og:image:width": "1200", "og:image:height": "630", "og:title": "Strike ends after nine weeks", "og:site_name": "the Daily Ferry", "article:published_time": "2023-11-02T18:41:05.000Z" })}<meta name="author" content="Ann Mbeki" />`,
      `<main><article><h1>Strike ends after nine weeks</h1>${paragraphs(8)}</article><aside><h2>Most viewed</h2><p>Other story that is long enough to be taken for the first paragraph of the page, but is not.</p></aside></main>`,
    ),
    expected: {
      title: "Strike ends after nine weeks",
      description: "Dockers return on Monday under a deal that neither side calls a victory",
      image: "https://i.thedailyferry.co.uk/img/media/master/5000.jpg?width=1200&height=630&s=ab",
      siteName: "the Daily Ferry",
      author: "Ann Mbeki",
      publishedAt: "2023-11-02T18:41:05.000Z",
      mediaType: "article",
      tags: ["Ports", "Unions", "Trade", "World news"],
    },
  },
  {
    name: "German weekly with a kicker",
    url: "https://www.morgenpost.example/kultur/2024-03/oper-neubau-streit",
    html: whole(
      `<title>Neubau der Oper: Wer zahlt, wenn es regnet? | Morgenpost</title><meta name="description" content="Die Stadt streitet &#252;ber ein Dach."><meta property="og:title" content="Neubau der Oper: Wer zahlt, wenn es regnet?"><meta property="og:description" content="Die Stadt streitet &#252;ber ein Dach."><meta property="og:site_name" content="Morgenpost"><meta property="og:image" content="https://img.morgenpost.example/oper/wide__1300x731"><meta name="date" content="2024-03-08T05:56:00+01:00"><meta property="og:type" content="article">
${jsonLd({
  "@context": "http://schema.org",
  "@type": "NewsArticle",
  headline: "Wer zahlt, wenn es regnet?",
  datePublished: "2024-03-08T05:56:00+01:00",
  author: [
    { "@type": "Person", name: "Hanno Rau" },
    { "@type": "Person", name: "Ilse Venn" },
  ],
  publisher: { "@type": "Organization", name: "Morgenpost" },
})}${icon("/static/icon.svg", 'type="image/svg+xml"')}${icon("/static/icon-96.png", 'sizes="96x96"')}`,
      `<article><h1><span class="kicker">Neubau der Oper: </span><span>Wer zahlt, wenn es regnet?</span></h1>${paragraphs(7, "de")}</article>`,
      'lang="de"',
    ),
    expected: {
      title: "Neubau der Oper: Wer zahlt, wenn es regnet?",
      description: "Die Stadt streitet über ein Dach.",
      image: "https://img.morgenpost.example/oper/wide__1300x731",
      icon: "https://www.morgenpost.example/static/icon-96.png",
      siteName: "Morgenpost",
      author: "Hanno Rau, Ilse Venn",
      publishedAt: "2024-03-08T04:56:00.000Z",
      language: "de",
      mediaType: "article",
    },
  },
  {
    name: "French daily, description with markup",
    url: "https://www.lequai.example/economie/article/2022/09/30/le-retour-du-rail_6143.html",
    html: whole(
      `<title>Le retour du rail</title>${og({ "og:title": "Le retour du rail", "og:site_name": "Le Quai", "og:description": "&lt;p&gt;Les trains de nuit &lt;strong&gt;reviennent&lt;/strong&gt;.&lt;/p&gt;", "og:type": "article", "og:image": "https://img.lequai.example/2022/09/30/0/0/3500/2333/644/322/60/0/train.jpg", "og:article:published_time": "2022-09-30T04:00:12+00:00", "og:article:author": "Zoé Lambert" })}`,
      `<main><article><h1 class="article__title">Le retour du rail</h1>${paragraphs(6, "fr")}</article></main>`,
      'lang="fr"',
    ),
    expected: {
      title: "Le retour du rail",
      description: "Les trains de nuit reviennent .",
      image: "https://img.lequai.example/2022/09/30/0/0/3500/2333/644/322/60/0/train.jpg",
      siteName: "Le Quai",
      publishedAt: "2022-09-30T04:00:12.000Z",
      language: "fr",
      mediaType: "article",
    },
  },
  {
    name: "Spanish daily with a logo as its first picture",
    url: "https://diariodelpuerto.example/ciencia/2021-06-03/el-mar-de-plastico.html",
    html: whole(
      `<title>El mar de plástico - Ciencia - Diario del Puerto</title>${og({ "og:title": "El mar de plástico", "og:image": "https://diariodelpuerto.example/static/logo-share.png", "og:description": "Un viaje al giro del Pacífico.", "og:type": "article" })}<meta name="DC.date.issued" content="2021-06-03" /><meta name="DC.creator" content="Rosa Quintana" />`,
      `<article><h1>El mar de plástico</h1><img src="/fotos/giro.jpg" width="980" height="551" alt="El giro">${paragraphs(6, "es")}</article>`,
      'lang="es"',
    ),
    expected: {
      title: "El mar de plástico",
      description: "Un viaje al giro del Pacífico.",
      image: "https://diariodelpuerto.example/fotos/giro.jpg",
      author: "Rosa Quintana",
      publishedAt: "2021-06-03T00:00:00.000Z",
      language: "es",
    },
  },
  {
    name: "broadcaster whose first page is saved",
    url: "https://www.radioharbour.example/",
    html: whole(
      `<title>Radio Harbour – News, Weather, Music</title>${og({ "og:title": "Radio Harbour – News, Weather, Music", "og:site_name": "Radio Harbour", "og:type": "website", "og:image": "/img/share.jpg" })}${named({ description: "Your station on the coast." })}
${jsonLd([1, 2, 3].map((n) => ({ "@context": "https://schema.org", "@type": "NewsArticle", headline: `Teaser ${n}`, url: `https://www.radioharbour.example/n/${n}` })))}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="16x16">`,
      `<main><h1 class="visually-hidden">Radio Harbour</h1>${paragraphs(2)}</main>`,
    ),
    expected: {
      title: "Radio Harbour – News, Weather, Music",
      description: "Your station on the coast.",
      image: "https://www.radioharbour.example/img/share.jpg",
      icon: "https://www.radioharbour.example/favicon.svg",
      siteName: "Radio Harbour",
      mediaType: "page",
    },
  },
  {
    name: "AMP page",
    url: "https://amp.coastline.example/story/lighthouse",
    html: `<!doctype html><html ⚡ lang="en"><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script><title>The last lighthouse keeper</title><link rel="canonical" href="https://www.coastline.example/story/lighthouse"><meta name="viewport" content="width=device-width">${jsonLd({ "@context": "http://schema.org", "@type": "NewsArticle", headline: "The last lighthouse keeper", image: { "@type": "ImageObject", url: "https://www.coastline.example/i/keeper.jpg", height: 800, width: 1200 }, datePublished: "2019-12-24T10:00:00Z", author: { "@type": "Person", name: "Tom Arden" }, publisher: { "@type": "Organization", name: "Coastline" }, description: "He leaves in spring." })}<style amp-boilerplate>body{}</style></head><body><article><h1>The last lighthouse keeper</h1><amp-img src="/i/keeper.jpg" width="1200" height="800"></amp-img>${paragraphs(5)}</article></body></html>`,
    expected: {
      title: "The last lighthouse keeper",
      description: "He leaves in spring.",
      image: "https://www.coastline.example/i/keeper.jpg",
      siteName: "Coastline",
      author: "Tom Arden",
      publishedAt: "2019-12-24T10:00:00.000Z",
      canonicalUrl: "https://www.coastline.example/story/lighthouse",
      mediaType: "article",
    },
  },
  {
    name: "newspaper with keywords for search engines",
    url: "https://www.billige-nachrichten.example/sport/pokal-finale-12345",
    html: whole(
      `<title>Pokalfinale: Drama im Elfmeterschießen - Billige Nachrichten</title><meta name="keywords" content="${"Sport,Fußball,Pokal,Finale,Live,Ticker,News,Aktuell,Heute,Ergebnis,Tabelle,Bundesliga,Tore,Video,Fotos,Bilder,Elfmeterschießen,Wetten"}"><meta name="description" content="Ein Pokalfinale mit Elfmeterschießen und Tränen.">${og({ "og:site_name": "Billige Nachrichten", "og:type": "article", "og:title": "Pokalfinale: Drama im Elfmeterschießen", "og:image": "https://www.billige-nachrichten.example/img/pokal.jpg" })}`,
      `<article><h1>Pokalfinale: Drama im Elfmeterschießen</h1>${paragraphs(5, "de")}</article>`,
      'lang="de-DE"',
    ),
    expected: {
      title: "Pokalfinale: Drama im Elfmeterschießen",
      description: "Ein Pokalfinale mit Elfmeterschießen und Tränen.",
      image: "https://www.billige-nachrichten.example/img/pokal.jpg",
      siteName: "Billige Nachrichten",
      tags: ["Elfmeterschießen"],
    },
  },
  {
    name: "news agency with parsely metadata alone",
    url: "https://wire.example/article/tides-2019",
    html: whole(
      `<title>Wire</title><meta name="parsely-title" content="Tides turn power plant off" /><meta name="parsely-author" content="Kei Mori" /><meta name="parsely-pub-date" content="2019-07-01T08:30:00Z" /><meta name="parsely-tags" content="tides,power" /><link rel="image_src" href="/img/tides.jpg">`,
      `<h1>Tides turn power plant off</h1>${paragraphs(5)}`,
    ),
    expected: {
      title: "Tides turn power plant off",
      image: "https://wire.example/img/tides.jpg",
      author: "Kei Mori",
      publishedAt: "2019-07-01T08:30:00.000Z",
      tags: ["tides", "power"],
    },
  },
  {
    name: "Arabic broadcaster",
    url: "https://www.almarsa.example/news/2023/1/5/ferry",
    html: whole(
      `<title>العبّارة الأخيرة | أخبار | المرسى</title>${og({ "og:title": "العبّارة الأخيرة", "og:site_name": "المرسى", "og:description": "قصة ميناء صغير", "og:image": "https://www.almarsa.example/img/f.jpg?resize=1200%2C630", "og:type": "article" })}<meta name="publishedDate" content="2023-01-05T09:22:01Z">${jsonLd({ "@type": "NewsArticle", headline: "العبّارة الأخيرة", datePublished: "2023-01-05T09:22:01Z", author: { name: "المرسى" } })}`,
      `<main><h1>العبّارة الأخيرة</h1>${paragraphs(5, "ar")}</main>`,
      'lang="ar" dir="rtl"',
    ),
    expected: {
      title: "العبّارة الأخيرة",
      description: "قصة ميناء صغير",
      image: "https://www.almarsa.example/img/f.jpg?resize=1200%2C630",
      siteName: "المرسى",
      publishedAt: "2023-01-05T09:22:01.000Z",
      language: "ar",
    },
  },
];
