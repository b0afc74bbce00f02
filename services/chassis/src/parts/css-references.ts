/** A reference of a stylesheet to another file. */
interface CssReference {
  /** `import`: another stylesheet; `font`: within `@font-face`; `picture`: any other. */
  readonly kind: "import" | "font" | "picture";
  /** As written, with its escapes resolved. */
  readonly href: string;
}

/** Functions whose string arguments are addresses (CSS Images 4, CSS Values 5). */
const TAKES_ADDRESS = new Set(["image-set", "-webkit-image-set", "src", "image"]);

/**
 * What may stand in such a function. Others could bring an address from elsewhere, as `var`, `attr`, `if` and functions of
 * the stylesheet do (CSS Values 5).
 */
const WITHIN_ADDRESS = /^(?:type|calc|rgba?|hsla?|cross-fade|(?:[a-z-]+-)?(?:gradient|image-set)|src|image)$/;

/** A function that no browser knows: what it stands in counts for nothing. */
const UNKNOWN = "left-out";

/** A reference to nothing: no browser asks anyone for it. */
const NOWHERE = "data:,";

const isNameCharacter = (character: string | undefined): boolean =>
  character !== undefined && (/[\w-]/.test(character) || character > "\u007f");
const isSpace = (character: string | undefined): boolean => character !== undefined && /[ \t\n\r\f]/.test(character);

/**
 * Rewrites all references of a stylesheet, or of a `style` attribute, by its tokens (CSS Syntax 3, section 4), in one
 * pass. Comments become empty, line ends are line feeds; all else is left as it is.
 * @param replace the new address; undefined: the reference leads nowhere afterwards
 */
export function rewriteCss(source: string, replace: (reference: CssReference) => string | undefined): string {
  // All of them end a line, and so a string that is left open (section 3.3).
  const css = source.replace(/\r\n?|\f/g, "\n");
  const out: string[] = [];
  /** Names of the functions and blocks around the current place. */
  const within: string[] = [];
  // Counted, since they may be a million within each other.
  let addresses = 0;
  let fontFaces = 0;
  let rule = "";
  let at = 0;

  const count = (name: string | undefined, change: 1 | -1): void => {
    if (name === "font-face") fontFaces += change;
    if (name !== undefined && TAKES_ADDRESS.has(name)) addresses += change;
  };
  const enter = (name: string): void => {
    within.push(name);
    count(name, 1);
  };
  const leave = (): void => count(within.pop(), -1);
  const kindHere = (): CssReference["kind"] => (rule === "import" ? "import" : fontFaces > 0 ? "font" : "picture");
  const write = (href: string): void => {
    const replaced = replace({ kind: kindHere(), href }) ?? NOWHERE;
    out.push(`url("${replaced.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}")`);
    if (rule === "import") rule = "";
  };

  /** An escape after its backslash; `at` is behind it then. */
  const readEscape = (): string => {
    const digits = /^[0-9a-f]{1,6}/i.exec(css.slice(at, at + 6))?.[0];
    if (digits === undefined) return css[at++] ?? "";
    at += digits.length;
    if (isSpace(css[at])) at++;
    const code = Number.parseInt(digits, 16);
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  };

  const readName = (): string => {
    let name = "";
    for (;;) {
      if (isNameCharacter(css[at])) name += css[at++];
      else if (css[at] === "\\" && css[at + 1] !== "\n" && at + 1 < css.length) {
        at++;
        name += readEscape();
      } else return name;
    }
  };

  /** A string from its quote; a line's end ends a bad one. */
  const readString = (): string => {
    const quote = css[at++];
    let text = "";
    while (at < css.length && css[at] !== quote && css[at] !== "\n") {
      if (css[at] !== "\\") text += css[at++];
      else if (css[++at] === "\n") at++;
      else text += readEscape();
    }
    if (css[at] === quote) at++;
    return text;
  };

  /** What stands in `url(…)`, from behind its parenthesis to behind the closing one. */
  const readUrl = (): string => {
    while (isSpace(css[at])) at++;
    let url = "";
    if (css[at] === '"' || css[at] === "'") {
      url = readString();
      while (at < css.length && css[at] !== ")") at++;
    } else {
      while (at < css.length && css[at] !== ")") {
        if (css[at] !== "\\") url += css[at++];
        else {
          at++;
          url += readEscape();
        }
      }
    }
    at++;
    return url.trim();
  };

  while (at < css.length) {
    const start = at;
    const character = css[at] as string;
    if (character === "/" && css[at + 1] === "*") {
      const end = css.indexOf("*/", at + 2);
      at = end === -1 ? css.length : end + 2;
      out.push("/**/");
    } else if (character === '"' || character === "'") {
      const text = readString();
      if (rule === "import" || (within.at(-1) !== "type" && addresses > 0)) write(text);
      else out.push(css.slice(start, at));
    } else if (character === "@") {
      at++;
      rule = readName().toLowerCase();
      out.push(css.slice(start, at));
    } else if (isNameCharacter(character) || character === "\\") {
      const name = readName().toLowerCase();
      if (at === start) out.push(css[at++] as string);
      else if (css[at] !== "(") out.push(css.slice(start, at));
      else {
        at++;
        if (name === "url") write(readUrl());
        else {
          out.push(addresses > 0 && !WITHIN_ADDRESS.test(name) ? `${UNKNOWN}(` : css.slice(start, at));
          enter(name);
        }
      }
    } else {
      at++;
      if (character === "(" || character === "[") enter("");
      else if (character === "{") enter(rule);
      else if (character === ")" || character === "]" || character === "}") leave();
      if (character === "{" || character === "}" || character === ";") rule = "";
      out.push(character);
    }
  }
  return out.join("");
}

/** The references of a stylesheet or `style` attribute, in their order. */
export function cssReferences(css: string): CssReference[] {
  const found: CssReference[] = [];
  rewriteCss(css, (reference) => {
    found.push(reference);
    return undefined;
  });
  return found;
}
