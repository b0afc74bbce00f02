import { type DefaultTreeAdapterMap, parse } from "parse5";
import { scriptPayloads } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { sanitiseArticle, sanitisePage } from "./sanitise.ts";

const URL_OF_PAGE = "https://example.org/a/page.html";
const FILES = new Map([
  ["https://example.org/a/pic.png", "files/pic.png"],
  ["https://example.org/a/style.css", "files/style.css"],
]);
const options = { url: URL_OF_PAGE, fileOf: (address: string) => FILES.get(address) };
const page = (html: string): string => sanitisePage(html, options);

test("given an embedded picture by the size that it is for, when it is sanitised, then it is read without it, in a moment", () => {
  const embedded = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
  const names: string[] = [];
  const fileOf = (address: string): undefined => void names.push(address);
  sanitisePage(`<img srcset=" ${embedded} 2x "><img srcset="${"\t".repeat(500_000)}x">`, { url: URL_OF_PAGE, fileOf });
  expect(names).toContain(embedded);
});

test("given a page that hides itself until its script has run, when it is sanitised, then it is shown", () => {
  const html = page("<style>body{opacity:0}</style><script>document.body.style.opacity = 1</script><p>text");
  const shown = html.indexOf("html,body{visibility:visible!important;opacity:1!important}");
  expect(shown).toBeGreaterThan(html.indexOf("body{opacity:0}"));
});

type Element = DefaultTreeAdapterMap["element"];

/** All elements of a document, as a browser without scripts builds it. */
function elementsOf(html: string, scriptingEnabled = false): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterMap["node"]): void => {
    if ("tagName" in node) found.push(node);
    if ("childNodes" in node) node.childNodes.forEach(visit);
    if ("content" in node) visit(node.content);
  };
  visit(parse(html, { scriptingEnabled }));
  return found;
}

const ACTIVE = new Set([
  "script",
  "iframe",
  "frame",
  "object",
  "embed",
  "form",
  "base",
  "portal",
  "template",
  "animate",
  "set",
]);

/** What a document could do; empty for one that only shows. */
function deedsOf(html: string): string[] {
  // With scripts a browser builds another tree of `noscript`; the sandbox has none, and neither must do anything.
  return [false, true].flatMap((scripting) =>
    elementsOf(html, scripting).flatMap(({ tagName, attrs, childNodes }) => {
      const deeds = ACTIVE.has(tagName) ? [tagName] : [];
      // A policy only forbids.
      if (attrs.some(({ name, value }) => name === "http-equiv" && value !== "content-security-policy"))
        deeds.push("meta");
      for (const { name, value } of attrs) {
        if (name.startsWith("on") || name === "srcdoc" || name.endsWith("action")) deeds.push(`${tagName} ${name}`);
        if (name === "href" && tagName === "a") {
          if (!/^(?:https?:|mailto:|#)/.test(value)) deeds.push(`a ${value}`);
        } else if (["href", "src", "srcset", "data", "poster", "background", "ping"].includes(name)) {
          if (!/^(?:files\/|#)/.test(value)) deeds.push(`${tagName} ${name}=${value}`);
        }
        if (name === "style" && /evil\.example|javascript/i.test(value)) deeds.push(`style ${value}`);
      }
      const css =
        tagName === "style" && childNodes[0] !== undefined && "value" in childNodes[0] ? childNodes[0].value : "";
      return /url\((?!"(?:files\/|#|data:,))|@import(?! url\("data:,)/i.test(css) ? [...deeds, css] : deeds;
    }),
  );
}

describe("given a page with texts that run scripts, ask other servers, send or navigate", () => {
  const payloads = scriptPayloads;

  test("when it is sanitised, then what is left of each does nothing", () => {
    expect(payloads.length).toBeGreaterThan(500);
    for (const payload of payloads) {
      expect([payload, deedsOf(page(payload))]).toEqual([payload, []]);
      expect([payload, deedsOf(page(`<title>${payload}</title><p title="${payload}">${payload}`))]).toEqual([
        payload,
        [],
      ]);
    }
  });

  test("when it is sanitised twice, then the second time changes nothing", () => {
    const meta = /<meta [^>]*>/g;
    for (const payload of payloads) {
      const once = page(payload);
      expect(page(once).replace(meta, "")).toBe(once.replace(meta, ""));
    }
  });

  test("when it is an article, then what is left of each does nothing, and has no styles", () => {
    for (const payload of payloads) {
      const article = sanitiseArticle(payload, options);
      expect([payload, deedsOf(article)]).toEqual([payload, []]);
      expect(
        elementsOf(article).filter(
          ({ tagName, attrs }) => tagName === "style" || attrs.some(({ name }) => name === "style" || name === "class"),
        ),
      ).toEqual([]);
    }
  });

  test("then the check sees what it is to see", () => {
    for (const html of [
      "<script>1</script>",
      "<img src=x onerror=1>",
      "<a href='javascript:1'>x</a>",
      "<style>a{b:url(//evil.example)}</style>",
    ]) {
      expect(deedsOf(html)).not.toEqual([]);
    }
  });
});

describe("given an ordinary page", () => {
  test("when it is sanitised, then a policy is its first word but the character set, and its own is gone", () => {
    const own = `<meta http-equiv="Content-Security-Policy" content="img-src *">`;
    const kept = page(`<head>${own}<link rel=stylesheet href=https://evil.example/a.css></head>Text`);
    expect(kept).toMatch(
      /^<!doctype html>\n<html><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; [^"*]*">/,
    );
    expect(kept).not.toContain("img-src *");
  });

  test("when it is sanitised, then stylesheets and pictures are the kept files, and others are gone", () => {
    const html = page(
      "<link rel=stylesheet href=style.css><link rel=stylesheet href=other.css>" +
        "<img src=pic.png alt=kept><img src=other.png><img src=other.png alt=Named>",
    );
    expect(html).toContain('<link rel="stylesheet" href="files/style.css">');
    expect(html).not.toContain("other");
    expect(html).toContain('<img src="files/pic.png" alt="kept"><img alt="Named">');
  });

  test("when it names its base, then that counts for all of its addresses", () => {
    expect(
      sanitisePage("<base href=/a/><img src=pic.png><a href=b>b</a>", { ...options, url: "https://example.org/" }),
    ).toContain('<img src="files/pic.png"><a href="https://example.org/a/b" rel="noreferrer noopener nofollow">b</a>');
  });

  test("when it has what browsers without scripts see, then that is in the copy", () => {
    expect(page("<div><noscript><img src=pic.png></noscript></div>")).toContain('<div><img src="files/pic.png"></div>');
  });

  test("when it has a form, then its texts stay and nothing can be sent", () => {
    const html = page("<form action=/s><label>Name <input name=n></label><button formaction=/t>Send</button></form>");
    expect(html).toContain("<div><span>Name </span><span>Send</span></div>");
  });

  test("when it has drawings and formulas, then they stay", () => {
    const html = page(
      "<svg viewBox='0 0 1 1'><defs><linearGradient id=g></linearGradient></defs><path d='M0 0' fill='url(#g)'/></svg><math><mi>x</mi></math>",
    );
    expect(html).toContain('<path d="M0 0" fill="url(&quot;#g&quot;)"></path>'.replaceAll("&quot;", "&quot;"));
    expect(html).toContain("<math><mi>x</mi></math>");
  });

  test("when it is nested deeper than browsers read, then it is read all the same", () => {
    expect(page("<div>".repeat(3000))).toContain("<div>");
  });
});

describe("given an article", () => {
  test("when it is sanitised, then its notes lead to each other and to nothing of the page that shows it", () => {
    expect(sanitiseArticle('<p id="app" class=x>See <a href="#note">1</a></p><p id=note>Note', options)).toBe(
      '<p id="in-article-app">See <a href="#in-article-note" rel="noreferrer noopener nofollow">1</a></p><p id="in-article-note">Note</p>',
    );
  });
});
