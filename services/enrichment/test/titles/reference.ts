import { shape, type TitleShape } from "./shape.ts";

const WIKIPEDIA = { "@type": "Organization", name: "Contributors to Wikimedia projects" };
const wiki = (url: string, name: string, headline: string) => ({
  "@context": "https://schema.org",
  "@type": "Article",
  name,
  url,
  mainEntity: "http://www.wikidata.org/entity/Q1",
  author: WIKIPEDIA,
  publisher: { "@type": "Organization", name: "Wikimedia Foundation, Inc." },
  datePublished: "2001-08-05T23:19:54Z",
  headline,
});
const firstHeading = (text: string) =>
  `<main id="content"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">${text}</span></h1></main>`;

/** Encyclopedias, dictionaries, manuals, papers, packages, forges. */
export const reference: readonly TitleShape[] = [
  shape(
    "Wikipedia with a headline that is a description",
    "https://en.wikipedia.org/wiki/New_Zealand",
    {
      title: "New Zealand - Wikipedia",
      og: "New Zealand - Wikipedia",
      ld: wiki("https://en.wikipedia.org/wiki/New_Zealand", "New Zealand", "constitutional monarchy in Oceania"),
      body: firstHeading("New Zealand"),
    },
    "New Zealand",
  ),
  shape(
    "Wikipedia in German",
    "https://de.wikipedia.org/wiki/Elbphilharmonie",
    {
      lang: "de",
      title: "Elbphilharmonie – Wikipedia",
      ld: wiki(
        "https://de.wikipedia.org/wiki/Elbphilharmonie",
        "Elbphilharmonie",
        "Konzerthaus in Hamburg, Deutschland",
      ),
      body: firstHeading("Elbphilharmonie"),
    },
    "Elbphilharmonie",
  ),
  shape(
    "Wikipedia in Japanese",
    "https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC",
    {
      lang: "ja",
      title: "東京 - Wikipedia",
      og: "東京 - Wikipedia",
      ld: wiki("https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC", "東京", "日本の首都"),
      body: firstHeading("東京"),
    },
    "東京",
  ),
  shape(
    "Wikipedia about a name of one letter",
    "https://en.wikipedia.org/wiki/C%2B%2B",
    {
      title: "C++ - Wikipedia",
      og: "C++ - Wikipedia",
      ld: wiki("https://en.wikipedia.org/wiki/C%2B%2B", "C++", "general-purpose programming language"),
      body: firstHeading("C++"),
    },
    "C++",
  ),
  shape(
    "Wikipedia about a letter, by its title alone",
    "https://en.wikipedia.org/wiki/X",
    { title: "X - Wikipedia" },
    "X",
  ),
  shape(
    "Wikipedia about a list",
    "https://en.wikipedia.org/wiki/List_of_films_featuring_time_loops",
    {
      title: "List of films featuring time loops - Wikipedia",
      og: "List of films featuring time loops - Wikipedia",
      ld: wiki(
        "https://en.wikipedia.org/wiki/List_of_films_featuring_time_loops",
        "List of films featuring time loops",
        "Wikimedia list article",
      ),
      body: firstHeading("List of films featuring time loops"),
    },
    "List of films featuring time loops",
  ),
  shape(
    "Wikipedia about a film that begins with a number in brackets",
    "https://en.wikipedia.org/wiki/(500)_Days_of_Summer",
    {
      title: "(500) Days of Summer - Wikipedia",
      og: "(500) Days of Summer - Wikipedia",
      body: firstHeading("<i>(500) Days of Summer</i>"),
    },
    "(500) Days of Summer",
  ),
  shape(
    "Wikipedia about a name of signs alone",
    "https://en.wikipedia.org/wiki/!!!",
    { title: "!!! - Wikipedia", og: "!!! - Wikipedia", body: firstHeading("!!!") },
    "!!!",
  ),
  shape(
    "Britannica",
    "https://www.britannica.com/place/New-Zealand",
    {
      title: "New Zealand | History, Map, Flag, Capital, Population, &amp; Facts | Britannica",
      og: "New Zealand | History, Map, Flag, Capital, Population, &amp; Facts | Britannica",
      twitter: "New Zealand | History, Map, Flag, Capital, Population, &amp; Facts | Britannica",
      site: "Encyclopedia Britannica",
      ld: { "@type": "Article", headline: "New Zealand", url: "https://www.britannica.com/place/New-Zealand" },
      body: "<main><h1>New Zealand</h1></main>",
    },
    "New Zealand",
  ),
  shape(
    "Wiktionary",
    "https://en.wiktionary.org/wiki/satchel",
    {
      title: "satchel - Wiktionary, the free dictionary",
      og: "satchel - Wiktionary, the free dictionary",
      body: firstHeading("satchel"),
    },
    "satchel",
  ),
  shape(
    "Fandom",
    "https://starwars.fandom.com/wiki/Yoda",
    {
      title: "Yoda | Wookieepedia | Fandom",
      og: "Yoda",
      twitter: "Yoda",
      site: "Wookieepedia",
      body: '<main><h1 class="page-header__title" id="firstHeading">Yoda</h1></main>',
    },
    "Yoda",
  ),
  shape(
    "MDN",
    "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/map",
    {
      title: "Array.prototype.map() - JavaScript | MDN",
      og: "Array.prototype.map() - JavaScript | MDN",
      site: "MDN Web Docs",
      body: "<main><article><h1>Array.prototype.map()</h1></article></main>",
    },
    "Array.prototype.map()",
  ),
  shape(
    "docs.rs",
    "https://docs.rs/tokio/latest/tokio/sync/struct.Mutex.html",
    {
      title: "Mutex in tokio::sync - Rust",
      body: '<nav class="sidebar"><h2><a href="#">tokio</a></h2></nav><main><div class="main-heading"><h1>Struct <span class="struct">Mutex</span>&nbsp;<button id="copy-path">Copy item path</button></h1></div></main>',
    },
    "Mutex in tokio::sync - Rust",
  ),
  shape(
    "Read the Docs",
    "https://requests.readthedocs.io/en/latest/user/quickstart/",
    {
      title: "Quickstart &mdash; Requests 2.32.3 documentation",
      body: '<h1>Quickstart<a class="headerlink" href="#quickstart" title="Link to this heading">¶</a></h1>',
    },
    "Quickstart",
  ),
  shape(
    "Python's manual",
    "https://docs.python.org/3/library/asyncio-task.html",
    {
      title: "Coroutines and tasks &#8212; Python 3.14.0 documentation",
      og: "Coroutines and tasks",
      site: "Python documentation",
      body: '<h1>Coroutines and tasks<a class="headerlink" href="#coroutines-and-tasks">¶</a></h1>',
    },
    "Coroutines and tasks",
  ),
  shape(
    "arXiv",
    "https://arxiv.org/abs/1706.03762",
    {
      title: "[1706.03762] Attention Is All You Need",
      og: "Attention Is All You Need",
      twitter: "Attention Is All You Need",
      site: "arXiv.org",
      head: '<meta name="citation_title" content="Attention Is All You Need">',
      body: '<h1>Computer Science > Computation and Language</h1><h1 class="title mathjax"><span class="descriptor">Title:</span>Attention Is All You Need</h1>',
    },
    "Attention Is All You Need",
  ),
  shape(
    "Nature",
    "https://www.nature.com/articles/s41586-021-03819-2",
    {
      title: "Highly accurate protein structure prediction with AlphaFold | Nature",
      og: "Highly accurate protein structure prediction with AlphaFold - Nature",
      twitter: "Highly accurate protein structure prediction with AlphaFold",
      site: "Nature",
      head: '<meta name="citation_title" content="Highly accurate protein structure prediction with AlphaFold"><meta name="dc.title" content="Highly accurate protein structure prediction with AlphaFold">',
      body: "<main><h1>Highly accurate protein structure prediction with AlphaFold</h1></main>",
    },
    "Highly accurate protein structure prediction with AlphaFold",
  ),
  shape(
    "PubMed",
    "https://pubmed.ncbi.nlm.nih.gov/34265844/",
    {
      title: "Highly accurate protein structure prediction with AlphaFold - PubMed",
      og: "Highly accurate protein structure prediction with AlphaFold - PubMed",
      site: "PubMed",
      body: '<main><h1 class="heading-title">\n  Highly accurate protein structure prediction with AlphaFold\n</h1></main>',
    },
    "Highly accurate protein structure prediction with AlphaFold",
  ),
  shape(
    "npm",
    "https://www.npmjs.com/package/fastify",
    { title: "fastify - npm", og: "npm: fastify", site: "npm", body: '<h1><span class="f2874b88">fastify</span></h1>' },
    "fastify",
  ),
  shape(
    "PyPI",
    "https://pypi.org/project/requests/",
    {
      title: "requests · PyPI",
      og: "requests",
      site: "PyPI",
      body: '<main><h1 class="package-header__name">\n requests 2.32.3\n</h1></main>',
    },
    "requests",
  ),
  shape(
    "GitHub repository",
    "https://github.com/vuejs/core",
    {
      title: "GitHub - vuejs/core: 🖖 Vue.js is a progressive JavaScript framework for the web. · GitHub",
      og: "GitHub - vuejs/core: 🖖 Vue.js is a progressive JavaScript framework for the web.",
      site: "GitHub",
      body: '<main><h1 class="sr-only">Search code, repositories, users</h1><article><h1>vuejs/core</h1></article></main>',
    },
    "vuejs/core",
  ),
  shape(
    "GitHub issue",
    "https://github.com/nodejs/node/issues/12345",
    {
      title: "Memory leak in http2 · Issue #12345 · nodejs/node · GitHub",
      og: "Memory leak in http2 · Issue #12345 · nodejs/node",
      site: "GitHub",
      body: "<main><h1><bdi>Memory leak in http2</bdi> <span>#12345</span></h1></main>",
    },
    "Memory leak in http2 · Issue #12345 · nodejs/node",
  ),
  shape(
    "GitHub pull request",
    "https://github.com/nodejs/node/pull/54321",
    {
      title: "http2: fix a leak by jane · Pull Request #54321 · nodejs/node · GitHub",
      og: "http2: fix a leak by jane · Pull Request #54321 · nodejs/node",
      twitter: "http2: fix a leak by jane · Pull Request #54321 · nodejs/node",
      site: "GitHub",
      body: "<main><h1><bdi>http2: fix a leak</bdi> <span>#54321</span></h1></main>",
    },
    "http2: fix a leak by jane · Pull Request #54321 · nodejs/node",
  ),
  shape(
    "GitHub Gist",
    "https://gist.github.com/jane/0123456789abcdef0123456789abcdef",
    { title: "How to set up ZFS on a laptop · GitHub", og: "How to set up ZFS on a laptop", site: "Gist" },
    "How to set up ZFS on a laptop",
  ),
  shape(
    "Hugging Face",
    "https://huggingface.co/mistralai/Mistral-7B-v0.1",
    {
      title: "mistralai/Mistral-7B-v0.1 · Hugging Face",
      og: "mistralai/Mistral-7B-v0.1 · Hugging Face",
      body: "<main><h1><a>mistralai</a>/<a>Mistral-7B-v0.1</a></h1></main>",
    },
    "mistralai/Mistral-7B-v0.1",
  ),
];
