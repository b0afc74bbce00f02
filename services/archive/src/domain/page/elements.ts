/** Elements that are left out with all that is in them. */
export const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "template",
  "iframe",
  "frame",
  "frameset",
  "noframes",
  "noembed",
  "object",
  "embed",
  "applet",
  "portal",
  "fencedframe",
  "base",
  "meta",
  "param",
  "source",
  "track",
  "audio",
  "canvas",
  "input",
  "select",
  "datalist",
  "textarea",
  "xmp",
  "plaintext",
  "listing",
  "marquee",
  "bgsound",
  "command",
  "keygen",
  "slot",
]);

/** Elements of HTML that a copy has. Those that are in neither set are replaced by what is in them. */
export const KEPT: ReadonlySet<string> = new Set(
  `html head title body style link
   article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer address main search
   p hr pre blockquote ol ul menu li dl dt dd figure figcaption div
   a em strong small s cite q dfn abbr ruby rt rp rb rtc data time code var samp kbd sub sup i b u mark bdi bdo span br wbr
   ins del img table caption colgroup col tbody thead tfoot tr td th details summary
   center font big strike tt acronym nobr dir`.split(/\s+/),
);

/** Elements of SVG: shapes, texts and paints, none that refers to another file or holds HTML. */
export const KEPT_SVG: ReadonlySet<string> = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath image
   linearGradient radialGradient stop clipPath mask pattern marker switch
   filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge feMergeNode`.split(/\s+/),
);

/** Elements of MathML Core, but `annotation-xml`, which holds HTML. */
export const KEPT_MATH: ReadonlySet<string> = new Set(
  `math mrow mi mn mo ms mspace mtext mfrac msqrt mroot mstyle merror mpadded mphantom
   msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose mfenced`.split(
    /\s+/,
  ),
);

/** Attributes of any element. None holds an address; `style` is rewritten, and those of links and pictures are apart. */
export const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(
  `id class title lang dir role hidden open alt width height colspan rowspan headers scope span start reversed value type
   datetime align valign bgcolor color face size border cellpadding cellspacing nowrap hspace vspace clear compact noshade
   rules frame summary char charoff media abbr`.split(/\s+/),
);

/** Attributes of SVG and MathML that hold an address, or change one over time. */
export const DROPPED_FOREIGN: ReadonlySet<string> = new Set([
  "href",
  "src",
  "attributename",
  "to",
  "from",
  "values",
  "by",
]);

/** Elements of an article beside its text: what the reading view shows in the page's own document. */
export const KEPT_ARTICLE: ReadonlySet<string> = new Set(
  `h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul li dl dt dd figure figcaption div section aside
   a em strong small s cite q dfn abbr ruby rt rp time code var samp kbd sub sup i b u mark bdi bdo span br wbr ins del
   img table caption colgroup col tbody thead tfoot tr td th details summary
   math mrow mi mn mo ms mspace mtext mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover munderover
   mmultiscripts mprescripts none mtable mtr mtd`.split(/\s+/),
);

/** Attributes that an article's elements have, beside the addresses of links and pictures. */
export const KEPT_ARTICLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  "id lang dir title alt width height colspan rowspan scope start reversed value datetime open display".split(" "),
);
