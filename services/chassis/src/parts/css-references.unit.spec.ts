import { describe, expect, test } from "vitest";
import { cssReferences, rewriteCss } from "./css-references.ts";

const nowhere = (css: string): string => rewriteCss(css, () => undefined);

describe("given a stylesheet, when its references are listed", () => {
  test.each([
    ["a{background:url(a.png)}", [["picture", "a.png"]]],
    ["a{background:URL( 'a b.png' )}", [["picture", "a b.png"]]],
    ['a{background:u\\72l("a.png")}', [["picture", "a.png"]]],
    [
      "a{background:url(a\\)b.png) , url(c.png)}",
      [
        ["picture", "a)b.png"],
        ["picture", "c.png"],
      ],
    ],
    ['@import "a.css" screen;', [["import", "a.css"]]],
    ["@import url(a.css);a{color:red}", [["import", "a.css"]]],
    ["@IMPORT/**/'a.css'", [["import", "a.css"]]],
    ["@font-face{font-family:x;src:url(x.woff2) format('woff2')}", [["font", "x.woff2"]]],
    [
      "a{background:image-set('a.png' 1x, url(b.png) 2x)}",
      [
        ["picture", "a.png"],
        ["picture", "b.png"],
      ],
    ],
    ["/* url(a.png) */ a{content:'url(b.png)'}", []],
    ["@media print{a{background:url(a.png)}}", [["picture", "a.png"]]],
    ["a{background:url(", [["picture", ""]]],
    ["a{content:'open\n;background:url(a.png)}", [["picture", "a.png"]]],
  ])("then %s has them", (css, references) => {
    expect(cssReferences(css).map(({ kind, href }) => [kind, href])).toEqual(references);
  });
});

describe("given a stylesheet, when its references are replaced", () => {
  test("then all else is as it was, and comments are empty", () => {
    const css = "a > b::before{content:'\\201C';color:#fff}/* why */@media (min-width:10px){p{margin:0 1em}}";
    expect(nowhere(css)).toBe(css.replace("/* why */", "/**/"));
  });

  test("then a new address can't end its string", () => {
    expect(rewriteCss("a{b:url(x)}", () => 'y");}*{color:red}\\')).toBe('a{b:url("y\\22 );}*{color:red}\\5c ")}');
  });

  test("then a name is kept where it is no function", () => {
    expect(nowhere(".url{color:red}a{--x:y}")).toBe(".url{color:red}a{--x:y}");
  });

  test("then a text from elsewhere is no address", () => {
    const css = 'a{--x:"//example.org/x";content:var(--x);b:image-set(var(--x) 1x,"c.png" type("image/png"))}';
    expect(nowhere(css)).toBe(
      'a{--x:"//example.org/x";content:var(--x);b:image-set(left-out(--x) 1x,url("data:,") type("image/png"))}',
    );
  });

  test("then no address is left, however it was written", () => {
    const tricks = [
      "@import '//evil.example/a.css'",
      "@im\\port '//evil.example/a.css'",
      "a{b:\\75\\72\\6c(//evil.example/x)}",
      "a{b:url(//evil.example/x",
      "a{b:image-set('//evil.example/x' 1x)}",
      "a{b:src('//evil.example/x')}",
      "a{b:url(\n//evil.example/x\n)}",
      "a{b:image-set(var(--none, '//evil.example/x') 1x)}",
      "a{b:-webkit-image-set(if(else: '//evil.example/x') 1x)}",
      'a{b:"\f;c:url(//evil.example/x)}',
      'a{b:"\r;c:url(//evil.example/x)}',
      "a{b:cross-fade(url(//evil.example/x), url(//evil.example/y))}",
    ];
    for (const css of tricks) expect(nowhere(css)).not.toContain("evil.example");
  });

  test("then very many parentheses, functions and blocks within each other are no square of work", () => {
    const many = 200_000;
    const strings = `${"(".repeat(many)}${'"a"'.repeat(many)}`;
    expect(nowhere(strings)).toBe(strings);
    expect(nowhere("a(".repeat(many))).toBe("a(".repeat(many));
    expect(cssReferences(`${"a{".repeat(many)}${"url(x)".repeat(many)}`)).toHaveLength(many);
    expect(nowhere(`${"(".repeat(many)}${")".repeat(many)}image-set("//evil.example/x" 1x)`)).not.toContain("evil");
  });
});
