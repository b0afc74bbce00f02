import type { LinkId } from "@satchel/contracts";
import { parse } from "parse5";
import { expect, test } from "vitest";
import { lockedPage, noticePage, sharedPage, type SharePageSite } from "./page.ts";
import type { SharedLink, SharedView } from "./read.ts";

const site: SharePageSite = {
  origin: "https://satchel.example",
  reportAddress: "abuse@satchel.example",
  legalUrl: "https://satchel.example/imprint?a=1&b=2",
  style: "/s/style.css?v=x",
};
const NASTY = `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const link: SharedLink = {
  id: "11111111-1111-4111-8111-111111111111" as LinkId,
  url: `https://example.org/?q="><script>alert(1)</script>`,
  title: NASTY,
  host: "example.org",
  site: NASTY,
  description: NASTY,
  notes: NASTY,
  minutes: 3,
  isGone: true,
  picture: "abc",
  icon: undefined,
};
const view: SharedView = {
  kind: "folder",
  title: NASTY,
  emoji: NASTY,
  links: [link],
  count: { count: 1, isMore: false },
  page: 1,
  hasMore: false,
};

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}
const elementsIn = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(elementsIn)];

test.each([
  ["a folder", sharedPage({ site, locale: "en", name: "x", view, isIndexed: false, hasFeed: true })],
  [
    "a link",
    sharedPage({ site, locale: "de", name: "x", view: { ...view, kind: "link" }, isIndexed: true, hasFeed: false }),
  ],
])(
  "given %s full of markup, then the page has no script, no handler, no style of its own, and loads from this server alone",
  (_, html) => {
    const elements = elementsIn(parse(html) as unknown as Node);
    expect(elements.filter(({ nodeName }) => /^(?:script|style|iframe|object|embed|base)$/.test(nodeName))).toEqual([]);
    const attributes = elements.flatMap(({ nodeName, attrs = [] }) => attrs.map((each) => ({ ...each, nodeName })));
    expect(attributes.filter(({ name }) => /^(?:on|style$|srcset$)/.test(name))).toEqual([]);
    for (const { value } of attributes.filter(({ name }) => name === "src")) expect(value).toMatch(/^\/s\/x\//);
    for (const { value } of attributes.filter(({ name }) => name === "href"))
      expect(value).toMatch(/^(?:https:|mailto:|\/)/);
  },
);

test("given a folder, then where its links lead tells nothing of this page, and the foot says where to report it", () => {
  const html = sharedPage({ site, locale: "en", name: "ada", view, isIndexed: false, hasFeed: false });
  for (const [anchor] of html.matchAll(/<a [^>]*href="https:\/\/example\.org[^>]*>/g)) {
    expect(anchor).toContain('rel="noopener noreferrer nofollow ugc"');
  }
  expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(html).toContain(
    'href="mailto:abuse@satchel.example?subject=Report%3A%20https%3A%2F%2Fsatchel.example%2Fs%2Fada"',
  );
  expect(html).toContain('href="https://satchel.example/imprint?a=1&amp;b=2"');
});

test("given a password, then the page that asks for it says nothing of what it opens", () => {
  expect(lockedPage({ site, locale: "de", name: "ada", isWrong: true })).toContain("Das ist nicht das Passwort");
  expect(noticePage(site, "en", "notFound")).toContain("<h1>Nothing is shared here</h1>");
});
