import { shape, type TitleShape } from "./shape.ts";

/** Further heads, many with their `<title>` alone: the same rules have to do for pages that say little. */
export const variants: readonly TitleShape[] = [
  shape(
    "Wikipedia in French",
    "https://fr.wikipedia.org/wiki/Paris",
    {
      lang: "fr",
      title: "Paris — Wikipédia",
      ld: { "@type": "Article", name: "Paris", headline: "capitale de la France" },
      body: "<h1>Paris</h1>",
    },
    "Paris",
  ),
  shape(
    "Wikipedia in Russian, by its title alone",
    "https://ru.wikipedia.org/wiki/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0",
    { title: "Москва — Википедия" },
    "Москва",
  ),
  shape(
    "IMDb with its name",
    "https://www.imdb.com/title/tt0111161/",
    {
      title: "The Shawshank Redemption (1994) - IMDb",
      og: "The Shawshank Redemption (1994) ⭐ 9.3 | Drama",
      ld: { "@type": "Movie", url: "/title/tt0111161/", name: "The Shawshank Redemption" },
    },
    "The Shawshank Redemption (1994)",
  ),
  shape(
    "IMDb, a series",
    "https://www.imdb.com/title/tt0903747/",
    {
      title: "Breaking Bad (TV Series 2008–2013) ⭐ 9.5 | Crime, Drama, Thriller",
      og: "Breaking Bad (TV Series 2008–2013) ⭐ 9.5 | Crime, Drama, Thriller",
    },
    "Breaking Bad (TV Series 2008–2013)",
  ),
  shape(
    "Google Play, by its head alone",
    "https://play.google.com/store/apps/details?id=x",
    { title: "WhatsApp Messenger - Apps on Google Play", og: "WhatsApp Messenger - Apps on Google Play" },
    "WhatsApp Messenger",
  ),
  shape(
    "Google Play in Spanish",
    "https://play.google.com/store/apps/details?id=x",
    { lang: "es", title: "WhatsApp Messenger - Aplicaciones en Google Play" },
    "WhatsApp Messenger",
  ),
  shape(
    "Google Play in Japanese",
    "https://play.google.com/store/apps/details?id=x",
    { lang: "ja", title: "WhatsApp Messenger - Google Play のアプリ" },
    "WhatsApp Messenger",
  ),
  shape(
    "Amazon with a department",
    "https://www.amazon.com/Anker-Charger/dp/B0CABCDEFG",
    { title: "Amazon.com: Anker USB C Charger 40W, 521 Charger : Cell Phones & Accessories" },
    "Anker USB C Charger 40W, 521 Charger",
  ),
  shape(
    "Amazon, its name before the author",
    "https://www.amazon.co.uk/dp/0441013597",
    { title: "Dune: The Gollancz edition: Amazon.co.uk: Herbert, Frank: 9780575081505: Books" },
    "Dune: The Gollancz edition",
  ),
  shape(
    "Amazon with a binding in its heading",
    "https://www.amazon.de/dp/3548605710",
    {
      title: "Die Wand: Roman : Haushofer, Marlen: Amazon.de: Bücher",
      body: "<h1><span id=productTitle>Die Wand: Roman</span> <span>Taschenbuch – 1. Mai 2004</span></h1>",
    },
    "Die Wand: Roman",
  ),
  shape(
    "Amazon in Japanese, its name last",
    "https://www.amazon.co.jp/dp/B07",
    { title: "デューン 砂の惑星 (ハヤカワ文庫) | フランク・ハーバート |本 | 通販 | Amazon" },
    "デューン 砂の惑星 (ハヤカワ文庫)",
  ),
  shape(
    "El País with its section as heading",
    "https://elpais.com/ciencia/2024-05-01/el-mar-que-desaparece.html",
    { title: "El mar que desaparece | Ciencia | EL PAÍS", body: "<h1>Ciencia</h1>" },
    "El mar que desaparece",
  ),
  shape(
    "newspaper with its section as heading",
    "https://www.paper.example/world/2024/port-closes.html",
    { title: "Port closes for fog | World | The Paper", body: "<h1>World</h1><h2>Port closes for fog</h2>" },
    "Port closes for fog",
  ),
  shape(
    "Stack Overflow without metadata",
    "https://stackoverflow.com/questions/1/x-y-z",
    {
      title: "git - How do I undo the most recent local commits? - Stack Overflow",
      body: "<h1><a href='/questions/1'>How do I undo the most recent local commits?</a></h1>",
    },
    "How do I undo the most recent local commits?",
  ),
  shape(
    "New York Times, by its title alone",
    "https://www.nytimes.com/2024/05/01/x.html",
    { title: "How to Sleep - The New York Times" },
    "How to Sleep",
  ),
  shape(
    "Guardian, by its title alone",
    "https://www.theguardian.com/world/2024/may/01/some-thing-happens",
    { title: "Some thing happens | World news | The Guardian" },
    "Some thing happens",
  ),
  shape(
    "Spiegel, by its title alone",
    "https://www.spiegel.de/a-1",
    { title: "Robben: Wohin sie ziehen - DER SPIEGEL" },
    "Robben: Wohin sie ziehen",
  ),
  shape(
    "Zeit, by its title alone",
    "https://www.zeit.de/wissen/x",
    { title: "Robben: Wohin sie ziehen | DIE ZEIT" },
    "Robben: Wohin sie ziehen",
  ),
  shape(
    "Medium, by its title alone",
    "https://medium.com/@x/why-maps-lie-abc123def456",
    { title: "Why Maps Lie | by Imara Osei | Medium" },
    "Why Maps Lie",
  ),
  shape(
    "Twitter, by its title alone",
    "https://twitter.com/x/status/1",
    { title: 'Jane on Twitter: "hello" / Twitter' },
    'Jane on Twitter: "hello"',
  ),
  shape(
    "Steam, by its title alone",
    "https://store.steampowered.com/app/1/x",
    { title: "Hades II on Steam" },
    "Hades II",
  ),
  shape("template of Vite with Vue", "https://x.example/a/rowing-boats", { title: "Vite + Vue" }, undefined),
  shape(
    "heading for browsers without JavaScript",
    "https://x.example/a/b",
    { title: "Rowing boats - X", body: "<noscript><h1>Please enable JavaScript</h1></noscript>" },
    "Rowing boats",
  ),
  shape(
    "Blogger, its name in the heading",
    "https://garten.blogspot.com/2020/05/rosen.html",
    {
      title: "Gartenfreuden: Rosen schneiden",
      body: "<h1 class='title'><a href='https://garten.blogspot.com/'>Gartenfreuden</a></h1><h3 class='post-title'>Rosen schneiden</h3>",
    },
    "Rosen schneiden",
  ),
  shape(
    "Bluesky, by its title alone",
    "https://bsky.app/profile/x/post/y",
    { title: "Jane (@x) — Bluesky" },
    "Jane (@x)",
  ),
  shape(
    "title that ends like the host begins",
    "https://www.homedepot.com/c/ideas/life-at-home-guide",
    { title: "Life at Home" },
    "Life at Home",
  ),
  shape(
    "title with a hyphen before the host's name",
    "https://tides.example/how-to-spot-them",
    { title: "How to spot rip-tides" },
    "How to spot rip-tides",
  ),
  shape(
    "title with its site's name behind a hyphen, in a script without spaces",
    "https://m.example/articles/1",
    { lang: "ja", title: "潮の満ち引き-海の新聞", site: "海の新聞" },
    "潮の満ち引き",
  ),
  shape(
    "first page in a language",
    "https://foo.example/en/",
    { title: "Home - Foo Corp", site: "Foo Corp", body: "<h1>Welcome</h1>" },
    "Home - Foo Corp",
  ),
  shape(
    "heading in capitals",
    "https://foo.example/x",
    { title: "The Big Sleep - Foo", og: "The Big Sleep", body: "<h1>THE BIG SLEEP</h1>" },
    "The Big Sleep",
  ),
  shape(
    "headline that was cut for search engines",
    "https://foo.example/x",
    {
      title:
        "A very long headline that goes on and on until it is far too long for the search engines to show it in full",
      og: "A very long headline that goes on and on until it is far too long for the search engines to show it in full",
      ld: {
        "@type": "NewsArticle",
        headline: "A very long headline that goes on and on until it is far too long for the search engines to show it",
      },
    },
    "A very long headline that goes on and on until it is far too long for the search engines to show it in full",
  ),
  shape(
    "title with a dash of its own",
    "https://foo.example/x",
    { title: "Spider-Man - No Way Home (2021) - Foo", site: "Foo", og: "Spider-Man - No Way Home" },
    "Spider-Man - No Way Home",
  ),
  shape(
    "title with a slash",
    "https://en.wikipedia.org/wiki/AC/DC",
    { title: "AC/DC - Wikipedia", og: "AC/DC - Wikipedia", body: "<h1>AC/DC</h1>" },
    "AC/DC",
  ),
  shape(
    "title with brackets",
    "https://en.wikipedia.org/wiki/F_Sharp_(programming_language)",
    { title: "F Sharp (programming language) - Wikipedia", body: "<h1>F Sharp (programming language)</h1>" },
    "F Sharp (programming language)",
  ),
  shape(
    "film with a template's name",
    "https://en.wikipedia.org/wiki/Home_(2015_film)",
    { title: "Home (2015 film) - Wikipedia", body: "<h1>Home (2015 film)</h1>" },
    "Home (2015 film)",
  ),
  shape(
    "title of digits",
    "https://www.goodreads.com/book/show/1.1984",
    {
      title: "1984 by George Orwell | Goodreads",
      og: "1984",
      ld: { "@type": "Book", name: "1984" },
      body: "<h1>1984</h1>",
    },
    "1984",
  ),
  shape(
    "shop whose heading is its name, which nothing tells",
    "https://shop.example/p/lamp",
    { title: "Brass Lamp | My Great Shop", body: "<h1>My Great Shop</h1><h2>Brass Lamp</h2>" },
    "Brass Lamp | My Great Shop",
  ),
  shape(
    "several headings",
    "https://news.example/2024/ferry-strike-ends",
    {
      title: "Ferry strike ends - The Paper",
      og: "Ferry strike ends",
      body: "<article><h1>Ferry strike ends</h1></article><h1>Subscribe to our newsletter</h1><h1>Most read</h1>",
    },
    "Ferry strike ends",
  ),
  shape(
    "section and title as headings",
    "https://www.infobae.com/economia/2024/05/01/el-dolar-hoy/",
    {
      title: "El dólar hoy: cuánto cotiza - Infobae",
      og: "El dólar hoy: cuánto cotiza",
      body: "<h1>Economía</h1><h1>El dólar hoy: cuánto cotiza</h1>",
    },
    "El dólar hoy: cuánto cotiza",
  ),
  shape(
    "teasers in JSON-LD",
    "https://x.example/a",
    {
      title: "Real title - X",
      ld: [
        { "@type": "NewsArticle", headline: "Teaser one" },
        { "@type": "NewsArticle", headline: "Teaser two" },
      ],
      body: "<h1>Real title</h1>",
    },
    "Real title",
  ),
  shape(
    "Jira, its number before and its name behind",
    "https://issues.apache.org/jira/browse/KAFKA-1",
    { title: "[KAFKA-1] Broker fails to start - ASF JIRA", body: "<h1>Broker fails to start</h1>" },
    "Broker fails to start",
  ),
  shape(
    "Bugzilla, the title last",
    "https://bugzilla.mozilla.org/show_bug.cgi?id=1",
    { title: "1 - Bug title here", body: "<h1>Bug title here</h1>" },
    "Bug title here",
  ),
  shape(
    "RFC with two headings",
    "https://www.rfc-editor.org/rfc/rfc9110.html",
    { title: "RFC 9110: HTTP Semantics", body: "<h1>RFC 9110</h1><h1>HTTP Semantics</h1>" },
    "RFC 9110: HTTP Semantics",
  ),
];
