import { type HttpServer, onePagePdf, pdfLines, scriptPayloads, startHttpServer } from "@satchel/testing";
import { HOSTILE_SVG, hostilePage, hostileTexts } from "./hostile-texts.ts";

const SVG = "image/svg+xml";
/** A page with a script payload as its title, escaped (even numbers) or not. */
function payloadPage(number: number): string {
  const text = scriptPayloads[(number * 7) % scriptPayloads.length] ?? "";
  const written = number % 2 === 0 ? text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text;
  return `<!doctype html><meta charset="utf-8"><title>${written}</title><meta name="description" content="${written}">
<meta property="og:site_name" content="${written}"><meta name="keywords" content="${written}"><h1>${written}</h1>`;
}

const SENTENCES =
  "The moon draws the water towards it, and the bay fills twice a day, a little later each time. Who walks there learns to read the sand, the wind, and the hour at which the causeway is dry. ";

/** An article with what articles have: sections, a picture, a quotation, code, a table, a note. */
const articlePage = (title: string, language = "en"): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><meta name="author" content="Ida Marsh"><meta property="article:published_time" content="2024-05-01"><link rel="alternate" type="application/rss+xml" href="/feed/${encodeURIComponent(title)}"></head>
<body><nav><a href="/">Home</a></nav><article><h1>${title}</h1><p>${SENTENCES.repeat(4)}</p>
<h2>Spring and neap</h2><p>${SENTENCES.repeat(5)}</p><figure><img src="/figure.png" alt="The bay" width="640" height="320"><figcaption>The bay at low water</figcaption></figure>
<blockquote><p>Time and tide wait for nobody, and the tide is the more punctual of the two.</p></blockquote>
<h2>Reading a table</h2><p>${SENTENCES.repeat(3)}</p><table><thead><tr><th>Day</th><th>High</th><th>Low</th></tr></thead><tbody><tr><td>Monday</td><td>06:12</td><td>12:25</td></tr><tr><td>Tuesday</td><td>07:01</td><td>13:14</td></tr></tbody></table>
<h3>By program</h3><pre><code>const next = (tide) => tide + 12.42 * HOUR; // hours between two high waters of the moon</code></pre>
<h2>Walking out</h2><ul><li>Ask at the harbour.</li><li>Be back an hour early.</li></ul><p>${SENTENCES.repeat(9)}</p></article></body></html>`;

/** Ends of the elements in which what follows would be no markup. */
const ENDINGS = "</script></style></textarea></title></xmp></noscript></template></select></svg></math>-->]]>";

/** Texts of one page: more of them, never closed, would be nested too deep to be an ordinary page. */
const CORPUS_TEXTS = 60;
const corpus = [...hostileTexts, ...scriptPayloads];

/** Pages that have all hostile texts and script payloads together, each as markup in the page and in an attribute. */
export const CORPUS_PAGES = Math.ceil(corpus.length / CORPUS_TEXTS);

/** A page to be kept, with so many of them, behind more text than in which a refresh is searched. */
function corpusPage(number: number): string {
  const texts = corpus.slice(number * CORPUS_TEXTS, (number + 1) * CORPUS_TEXTS);
  const words = "Words of an article, with commas, that go on for a while about tides, the moon, and the harbour. ";
  const parts = texts.map((text) => `<p>${words.repeat(2)}</p><div title="${text}">${text}${ENDINGS}</div>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Corpus ${number}</title>
<style>@import '//evil.example/x.css';h1{background:url(//evil.example/y)}</style>
<form action="//evil.example/" id="sent"><input name="a"><button>Send</button></form>
<article><h1>Corpus ${number}</h1><p>${words.repeat(200)}</p>${parts.join("\n")}</article>`;
}

/** 64 × 64 px, brass. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsOtlPzMZzwi+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgtRVZFam+k8cwAAAABJRU5ErkJggg==",
  "base64",
);

const page = (title: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>${title}</title>
<meta property="og:title" content="${title}">
<meta name="description" content="All about ${title}, in one page.">
<meta property="og:description" content="All about ${title}, in one page.">
<meta property="og:image" content="/preview.png">
<meta name="keywords" content="bread, baking">
<link rel="icon" href="/icon.png" type="image/png">
</head><body><h1>${title}</h1></body></html>`;

/** A PDF of one page with that title. */
const paper = (title: string): Buffer =>
  Buffer.from(
    onePagePdf({ content: pdfLines([24, title], [12, "The sea rises twice a day, and nobody pays for it."]) }),
  );

/** A feed of five pages of this site. */
const feedOf = (title: string, origin: string): string =>
  `<rss version="2.0"><channel><title>${title}</title>${[5, 4, 3, 2, 1]
    .map((n) => `<item><title>${title} ${n}</title><link>${origin}/pages/${title}%20${n}</link></item>`)
    .join("")}</channel></rss>`;

/**
 * A web site on loopback: `/feed/<title>` is a feed, `/pages/<title>` is a page of that title, with picture and icon,
 * `/articles/<title>` an article, `/artikel/<title>` one that says it is German, `/papers/<title>` a PDF, and
 * `/moved/<title>` redirects to it. `/hostile/<number>`, `/raw/<number>` and `/payload/<number>/…` are pages that try to run
 * scripts where they are shown, and `/corpus/<number>` where a copy of them is.
 */
export const startSite = (): Promise<HttpServer> =>
  startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    // The path after the number is any text, which may be no valid encoding.
    const path = pathname.startsWith("/payload/") ? pathname : decodeURIComponent(pathname);
    const send = (type: string, body: string | Buffer) => response.writeHead(200, { "content-type": type }).end(body);
    if (path.startsWith("/pages/")) send("text/html; charset=utf-8", page(path.slice("/pages/".length)));
    else if (path.startsWith("/articles/"))
      send("text/html; charset=utf-8", articlePage(path.slice("/articles/".length)));
    else if (path.startsWith("/artikel/"))
      send("text/html; charset=utf-8", articlePage(path.slice("/artikel/".length), "de"));
    else if (path.startsWith("/papers/")) send("application/pdf", paper(path.slice("/papers/".length)));
    else if (path.startsWith("/feed/"))
      send("application/rss+xml", feedOf(path.slice("/feed/".length), `http://${request.headers.host}`));
    else if (path.startsWith("/corpus/")) send("text/html; charset=utf-8", corpusPage(Number(path.slice(8))));
    else if (path.startsWith("/payload/")) send("text/html", payloadPage(Number.parseInt(path.slice(9), 10)));
    else if (path.startsWith("/moved/"))
      response.writeHead(302, { location: `/pages/${encodeURIComponent(path.slice("/moved/".length))}` }).end();
    else if (path.endsWith(".png")) send("image/png", PNG);
    else if (path.startsWith("/hostile/"))
      send("text/html", hostilePage(Number(path.slice("/hostile/".length)), false));
    else if (path.startsWith("/raw/")) send("text/html", hostilePage(Number(path.slice("/raw/".length)), true));
    else if (path.endsWith(".svg")) send(SVG, HOSTILE_SVG);
    else response.writeHead(404).end();
  });
