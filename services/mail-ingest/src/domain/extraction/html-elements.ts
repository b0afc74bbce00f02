/** Elements whose text is not shown. */
export const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "title", "template", "noscript"]);

/** Elements that don't end a word: a URL may continue across them. */
export const INLINE: ReadonlySet<string> = new Set([
  ..."a abbr b bdi bdo big code em font i kbd mark s samp".split(" "),
  ..."small span strike strong sub sup tt u var wbr".split(" "),
]);
