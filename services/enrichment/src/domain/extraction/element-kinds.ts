/** Elements that end an unclosed `<svg>`, as in browsers (HTML standard, section 13.2.6.5). */
export const LEAVES_SVG: ReadonlySet<string> = new Set("body div h1 head meta p".split(" "));

/** Elements whose content is not text for readers, besides `<title>`. */
export const UNREAD: ReadonlySet<string> = new Set("script style textarea iframe noembed noframes xmp".split(" "));

/** Elements that may be inside of a word. */
export const INLINE: ReadonlySet<string> = new Set("a b em font i mark s span strong sub sup".split(" "));

/** Elements before which an unclosed paragraph ends. */
export const ENDS_PARAGRAPH: ReadonlySet<string> = new Set("p div ul ol table h1 h2 section article".split(" "));
