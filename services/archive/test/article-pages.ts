/** A page made for one thing that has to survive in its article. */
interface ArticlePage {
  readonly what: string;
  readonly html: string;
  /** What the article's HTML has, after it was sanitised. */
  readonly has: readonly RegExp[];
  /** What neither its HTML nor its text has. */
  readonly hasNot: readonly string[];
}

const FRAME = {
  nav: "Home Politics Sport Weather Jobs Imprint",
  offer: "Subscribe to our newsletter and never miss a story again",
  related: "Seven lamps that every reader should own this winter",
  foot: "Copyright 2026 The Saddlery Gazette. All rights reserved.",
};

const sentences = [
  "The saddler cuts the hide along the spine, because the fibres run straight there and the leather stretches least.",
  "He marks each piece with a bone folder, and only then takes the round knife, which he has stripped that morning.",
  "Waxed thread holds longer than nylon, he says, and anyone who has mended a strap on a mountain believes him.",
  "A satchel of his weighs two kilograms, carries twenty, and has been known to outlive the person who ordered it.",
  "Most customers wait eleven weeks; the oldest order in his book is from a school that has closed since then.",
];
const paragraph = (from: number): string => `<p>${[0, 1, 2].map((n) => sentences[(from + n) % 5]).join(" ")}</p>`;
const before = [paragraph(0), paragraph(3)].join("\n");
const after = `<p>${[4, 2, 0].map((n) => sentences[n]).join(" ")}</p>\n<p>${[3, 1].map((n) => sentences[n]).join(" ")}</p>`;

/** A page of a site with an article in the middle of a frame. */
const pageWith = (middle: string, head = ""): string => `<!doctype html><html lang="en"><head>
<title>How a satchel is made - The Saddlery Gazette</title><meta property="og:type" content="article">${head}</head><body>
<header class="site-header"><nav class="menu"><ul>${FRAME.nav
  .split(" ")
  .map((word) => `<li><a href="/${word.toLowerCase()}">${word}</a></li>`)
  .join("")}</ul></nav></header>
<main><article class="post"><h1>How a satchel is made</h1><div class="entry-content">${before}
${middle}
${after}</div></article>
<aside class="sidebar related-posts"><h2>More for you</h2><ul><li><a href="/lamps">${FRAME.related}</a></li>
<li><a href="/boots">Boots that walk by themselves</a></li></ul></aside></main>
<section class="newsletter-signup"><p>${FRAME.offer}</p><button>Sign up</button></section>
<footer class="site-footer"><p>${FRAME.foot}</p></footer></body></html>`;

const made = (what: string, middle: string, ...has: RegExp[]): ArticlePage => ({
  what,
  html: pageWith(middle),
  has: [/bone folder/, ...has],
  hasNot: [FRAME.related, FRAME.offer, FRAME.foot, "Imprint"],
});

const code = `for (const strap of straps) {\n    stitch(strap, { perInch: 7 });\n}`;

export const articlePages: readonly ArticlePage[] = [
  made("a block of code, with its line breaks", `<pre><code>${code}</code></pre>`, /straps\) \{\n {4}stitch\(strap/),
  made(
    "code that is coloured by spans",
    `<div class="highlight"><pre><span class="k">for</span> <span class="n">strap</span> <span class="k">in</span> straps:\n    <span class="n">stitch</span>(strap)</pre></div>`,
    /in<\/span> straps:\n {4}<span>stitch/,
  ),
  made(
    "code within a line",
    `<p>Call <code>stitch(7)</code> before the glue has dried on both sides of it.</p>`,
    /<code>stitch\(7\)<\/code>/,
  ),
  made(
    "a table with a head",
    `<table><caption>Hides by weight</caption><thead><tr><th>Hide</th><th>Weight</th></tr></thead><tbody><tr><td>Calf</td><td>1.2 kg</td></tr><tr><td>Bull</td><td>3.4 kg</td></tr></tbody></table>`,
    /<th>Hide<\/th>/,
    /<td>3\.4 kg<\/td>/,
  ),
  made(
    "a table with joined cells",
    `<table><tr><td colspan="2">Two straps of the same length and width</td></tr><tr><td>left one</td><td>right one</td></tr></table>`,
    /colspan="2"/,
  ),
  made(
    "a list of points",
    `<ul><li>Round knife for the curves of the flap</li><li>Bone folder for all of the lines</li></ul>`,
    /<ul>\s*<li>Round knife/,
  ),
  made(
    "a numbered list that begins at three",
    `<ol start="3"><li>Skive the edges to half of their thickness</li><li>Glue them and wait for twenty minutes</li></ol>`,
    /<ol start="3">/,
  ),
  made(
    "lists within lists",
    `<ul><li>Tools that he made by himself<ul><li>the awl with a handle of pear wood</li><li>the creasing iron from a spring</li></ul></li></ul>`,
    /<ul>\s*<li>the awl/,
  ),
  made(
    "headings of two levels",
    `<h2>Cutting the hide</h2>${paragraph(1)}<h3>Along the spine</h3>${paragraph(2)}`,
    /<h2>Cutting the hide<\/h2>/,
    /<h3>Along the spine<\/h3>/,
  ),
  made(
    "a quotation",
    `<blockquote><p>I have never made two that are the same, and I do not intend to begin now.</p></blockquote>`,
    /<blockquote>\s*<p>I have never/,
  ),
  made(
    "a picture with its caption",
    `<figure><img src="/knife.jpg" alt="The round knife"><figcaption>The round knife, ground for thirty years by the same hand.</figcaption></figure>`,
    /<img [^>]*alt="The round knife"/,
    /<figcaption>The round knife/,
  ),
  made(
    "a picture that is loaded late by data-src",
    `<p><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/awl.jpg" alt="The awl"></p>`,
    /src="https:\/\/gazette\.example\/awl\.jpg"/,
  ),
  made(
    "a picture with candidates in srcset",
    `<p><img src="/small.jpg" srcset="/small.jpg 400w, /large.jpg 1600w" alt="The bench"></p>`,
    /src="https:\/\/gazette\.example\/large\.jpg"/,
  ),
  made(
    "a picture whose real one is in noscript",
    `<noscript><img src="/thread.jpg" alt="Waxed thread"></noscript>`,
    /thread\.jpg/,
  ),
  made(
    "a picture with sources",
    `<picture><source srcset="/flap.avif" type="image/avif"><img src="/flap.jpg" alt="The flap"></picture>`,
    /flap\.jpg/,
  ),
  made(
    "a link in a sentence",
    `<p>He buys his hides from <a href="/tannery">a tannery in the next valley</a>, as his father did before him.</p>`,
    /<a href="https:\/\/gazette\.example\/tannery"[^>]*>a tannery/,
  ),
  made(
    "emphasis and strong words",
    `<p>It has to be <em>dry</em>, he says, and <strong>never</strong> near a stove, whatever the hurry is.</p>`,
    /<em>dry<\/em>/,
    /<strong>never<\/strong>/,
  ),
  made(
    "a space that is all that an element has",
    `<p>It is sewn with a methodical,<b> </b><em>slow</em> stitch, seven to the inch, along all of its edges.</p>`,
    /methodical,<b> <\/b><em>slow/,
  ),
  made(
    "superscripts and subscripts",
    `<p>The tannin, C<sub>76</sub>H<sub>52</sub>O<sub>46</sub>, takes a year, and fills 3 m<sup>2</sup> of his yard.</p>`,
    /<sub>76<\/sub>/,
    /<sup>2<\/sup>/,
  ),
  made(
    "footnotes",
    `<p>The oldest satchel is in the town's museum<sup id="r1"><a href="#f1">1</a></sup>, behind a pane of glass.</p><ol class="footnotes"><li id="f1">It was given to the museum in 1911 by a postman who had retired. <a href="#r1">back</a></li></ol>`,
    /href="#in-article-f1"/,
    /id="in-article-f1"/,
  ),
  made(
    "a formula in MathML",
    `<p>The strain on the strap follows <math><mi>s</mi><mo>=</mo><mfrac><mi>F</mi><mi>A</mi></mfrac></math>, as in every textbook.</p>`,
    /<mfrac>/,
  ),
  made(
    "definitions",
    `<dl><dt>Skiving</dt><dd>Making the edge of a piece thinner, so that a seam is no thicker than the rest.</dd></dl>`,
    /<dt>Skiving<\/dt>/,
    /<dd>Making the edge/,
  ),
  made(
    "what is folded away",
    `<details><summary>What it costs to have one made</summary><p>Between four and six hundred, and a promise to write how it fared.</p></details>`,
    /<summary>What it costs/,
    /promise to write/,
  ),
  made(
    "paragraphs that are divs",
    `<div>${sentences[3]}</div><div>${sentences[4]} ${sentences[0]}</div>`,
    /<div>A satchel of his/,
  ),
  made(
    "lines that breaks separate",
    `<p>Cut in the morning,<br>stitch in the afternoon,<br>and let it rest over night.</p>`,
    /morning,<br>stitch/,
  ),
  made(
    "ruby over characters",
    `<p>Its name in Kyoto is <ruby>鞄<rt>kaban</rt></ruby>, and the sign for it has leather on its left side.</p>`,
    /<ruby>鞄<rt>kaban<\/rt><\/ruby>/,
  ),
  made(
    "words that were deleted and inserted",
    `<p>Each takes <del>nine</del> <ins>eleven</ins> weeks, for the thread is waxed by hand since last year.</p>`,
    /<del>nine<\/del>/,
    /<ins>eleven<\/ins>/,
  ),
  made(
    "keys and output",
    `<p>Press <kbd>Ctrl</kbd>+<kbd>P</kbd>, and the pattern says <samp>ready to cut</samp> when the printer has it.</p>`,
    /<kbd>Ctrl<\/kbd>/,
    /<samp>ready to cut<\/samp>/,
  ),
  made(
    "text of another direction",
    `<p dir="rtl">الحقيبة الجلدية تعيش أطول من صاحبها، هكذا يقول السراج العجوز كل يوم.</p>`,
    /<p dir="rtl">الحقيبة/,
  ),
  made(
    "a paragraph in another language",
    `<p lang="de">Leder lebt, sagt er, und wer es nicht pflegt, der soll sich einen Sack aus Plastik kaufen.</p>`,
    /<p lang="de">Leder lebt/,
  ),
  made(
    "a time",
    `<p>The workshop opens at <time datetime="07:30">half past seven</time> and closes when the light goes.</p>`,
    /<time datetime="07:30">/,
  ),
];
