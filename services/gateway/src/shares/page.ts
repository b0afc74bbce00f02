import { escapeHtml } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { BRAND } from "../web/mark.ts";
import { shareFeedPath, sharedIconPath, sharedPicturePath, sharePath } from "./addresses.ts";
import type { SharedLink, SharedView } from "./read.ts";
import { type ShareTexts, shareTexts } from "./texts.ts";

/** What every page under `/s/` shows of this server. */
export interface SharePageSite {
  /** Scheme, host and port in the browser. */
  readonly origin: string;
  readonly reportAddress: string;
  readonly legalUrl: string | undefined;
  /** The path of the stylesheet. */
  readonly style: string;
}

interface Frame {
  readonly site: SharePageSite;
  readonly locale: Locale;
  readonly title: string;
  readonly isIndexed?: boolean;
  /** Further elements of the head. */
  readonly head?: readonly string[];
  readonly main: string;
  /** The path that a report names; undefined where there is nothing to report. */
  readonly path?: string;
  /** Further elements of the foot. */
  readonly foot?: readonly string[];
}

/** The frame of every page: no script, no style but the stylesheet. */
function framed({ site, locale, title, isIndexed = false, head = [], main, path, foot = [] }: Frame): string {
  const texts = shareTexts[locale];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${isIndexed ? "" : '<meta name="robots" content="noindex, nofollow">\n'}<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${site.style}">
${head.join("\n")}
</head>
<body>
${BRAND}
${main}
<footer><div>
<p>${texts.about}</p>
<ul>${[...foot, ...footLinks(site, texts, path)].map((item) => `<li>${item}</li>`).join("")}</ul>
</div></footer>
</body>
</html>
`;
}

function footLinks({ origin, reportAddress, legalUrl }: SharePageSite, texts: ShareTexts, path?: string): string[] {
  const subject = path === undefined ? "" : `?subject=${encodeURIComponent(texts.reportSubject(origin + path))}`;
  const report = `mailto:${encodeURIComponent(reportAddress).replaceAll("%40", "@")}${subject}`;
  return [
    ...(path === undefined ? [] : [anchor(report, texts.report)]),
    ...(legalUrl === undefined ? [] : [anchor(legalUrl, texts.legal)]),
    anchor("/privacy", texts.privacy),
  ];
}

const anchor = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

interface SharedPage {
  readonly site: SharePageSite;
  readonly locale: Locale;
  /** The last part of its address. */
  readonly name: string;
  readonly view: SharedView;
  readonly isIndexed: boolean;
  readonly hasFeed: boolean;
}

/** A shared folder, or a shared link. */
export function sharedPage({ site, locale, name, view, isIndexed, hasFeed }: SharedPage): string {
  const texts = shareTexts[locale];
  const path = sharePath(name);
  const { title, page } = view;
  const feed = hasFeed
    ? [
        `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${shareFeedPath(name, "atom")}">`,
        `<link rel="alternate" type="application/feed+json" title="${escapeHtml(title)}" href="${shareFeedPath(name, "json")}">`,
      ]
    : [];
  return framed({
    site,
    locale,
    title: page === 1 ? title : `${title} – ${texts.page(page)}`,
    isIndexed,
    head: [...previewOf(site, name, view, texts, locale), ...feed],
    main: view.kind === "link" ? linkPart(name, view, texts) : folderPart(name, view, texts, locale),
    path,
    foot: hasFeed ? [anchor(shareFeedPath(name, "atom"), texts.feed)] : [],
  });
}

/** For the previews of messengers (ogp.me). */
function previewOf(
  { origin }: SharePageSite,
  name: string,
  view: SharedView,
  texts: ShareTexts,
  locale: Locale,
): string[] {
  const pictured = view.links.find(({ picture }) => picture !== undefined);
  const said = view.kind === "link" ? view.links[0]?.description : countOf(view, texts, locale);
  const property = (key: string, content: string): string =>
    `<meta property="og:${key}" content="${escapeHtml(content)}">`;
  return [
    property("type", "website"),
    property("site_name", "Satchel"),
    property("title", view.title),
    property("url", origin + sharePath(name)),
    ...(said === undefined
      ? []
      : [property("description", said), `<meta name="description" content="${escapeHtml(said)}">`]),
    ...(pictured?.picture === undefined
      ? []
      : [property("image", origin + sharedPicturePath(name, pictured.id, pictured.picture, "large"))]),
  ];
}

function countOf({ count }: SharedView, texts: ShareTexts, locale: Locale): string | undefined {
  if (count === undefined) return undefined;
  if (count.count === 1 && !count.isMore) return texts.links_one;
  return texts.links(count.count.toLocaleString(locale) + (count.isMore ? "+" : ""));
}

function folderPart(name: string, view: SharedView, texts: ShareTexts, locale: Locale): string {
  const { title, emoji, links, page, hasMore } = view;
  const count = countOf(view, texts, locale);
  const isEmpty = links.length === 0;
  return `<main class="folder">
<h1>${emoji === undefined ? "" : `<span class="emoji" aria-hidden="true">${escapeHtml(emoji)}</span> `}${isolated(title)}</h1>
${isEmpty || count === undefined ? "" : `<p class="count">${count}${view.count?.count === 1 ? "" : `, ${texts.newest}`}</p>`}
${isEmpty ? `<p class="empty">${texts.empty}</p>` : `<ol class="links">${links.map((link) => item(name, link, texts)).join("\n")}</ol>`}
${page > 1 || hasMore ? pagesPart(name, page, hasMore, texts) : ""}
</main>`;
}

function pagesPart(name: string, page: number, hasMore: boolean, texts: ShareTexts): string {
  const to = (number: number): string => (number === 1 ? sharePath(name) : `${sharePath(name)}?page=${number}`);
  const newer = page > 1 ? `<a class="button" rel="prev" href="${to(page - 1)}">← ${texts.newer}</a>` : "<span></span>";
  const older = hasMore ? `<a class="button" rel="next" href="${to(page + 1)}">${texts.older} →</a>` : "<span></span>";
  return `<nav class="pages" aria-label="${texts.pages}">${newer}<span>${texts.page(page)}</span>${older}</nav>`;
}

/** Where a link leads tells nobody where its reader comes from, and takes no reputation from this server. */
const REL = 'rel="noopener noreferrer nofollow ugc"';

function item(name: string, link: SharedLink, texts: ShareTexts): string {
  const picture =
    link.picture === undefined
      ? ""
      : `<a class="picture" href="${escapeHtml(link.url)}" ${REL} tabindex="-1" aria-hidden="true">${image(sharedPicturePath(name, link.id, link.picture, "small"), 176, 99)}</a>`;
  return `<li><article>
<div class="words">
<h2><a href="${escapeHtml(link.url)}" ${REL}>${isolated(link.title)}</a></h2>
${factsOf(name, link, texts)}
${descriptionOf(link)}
${notesOf(link, texts)}
</div>
${picture}
</article></li>`;
}

function linkPart(name: string, { links: [link] }: SharedView, texts: ShareTexts): string {
  if (link === undefined) return "<main></main>";
  const url = escapeHtml(link.url);
  const picture =
    link.picture === undefined
      ? ""
      : `<a class="cover" href="${url}" ${REL} tabindex="-1" aria-hidden="true">${image(sharedPicturePath(name, link.id, link.picture, "large"), 720, 405)}</a>`;
  return `<main class="one"><article>
${picture}
<h1><a href="${url}" ${REL}>${isolated(link.title)}</a></h1>
${factsOf(name, link, texts)}
${descriptionOf(link)}
${notesOf(link, texts)}
<p><a class="button is-main" href="${url}" ${REL}>${escapeHtml(texts.open(link.host))}</a></p>
</article></main>`;
}

function factsOf(name: string, link: SharedLink, texts: ShareTexts): string {
  const facts = [
    `<span>${isolated(link.site)}</span>`,
    ...(link.minutes === undefined || link.minutes === 0 ? [] : [`<span>${texts.minutes(link.minutes)}</span>`]),
    ...(link.isGone ? [`<span class="gone">${texts.gone}</span>`] : []),
  ];
  return `<p class="facts">${image(sharedIconPath(name, link.id, link.icon), 16, 16)}${facts.join("")}</p>`;
}

const descriptionOf = ({ description }: SharedLink): string =>
  description === undefined ? "" : `<p class="description" dir="auto">${escapeHtml(description)}</p>`;

const notesOf = ({ notes }: SharedLink, texts: ShareTexts): string =>
  notes === undefined
    ? ""
    : `<div class="notes" role="note" aria-label="${texts.notes}" dir="auto">${escapeHtml(notes.trim())}</div>`;

const image = (path: string, width: number, height: number): string =>
  `<img src="${escapeHtml(path)}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async">`;

/** Somebody's text, isolated so that its writing direction does not affect the text around it. */
const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

interface LockedPage {
  readonly site: SharePageSite;
  readonly locale: Locale;
  readonly name: string;
  readonly isWrong: boolean;
}

/** Asks for the password, and says nothing of what it opens. */
export function lockedPage({ site, locale, name, isWrong }: LockedPage): string {
  const texts = shareTexts[locale];
  const path = sharePath(name);
  return framed({
    site,
    locale,
    title: texts.lockedTitle,
    main: `<main class="notice"><h1>${texts.lockedTitle}</h1>
<p>${texts.locked}</p>
<form method="post" action="${path}">
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off"${isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ""}>
${isWrong ? `<p id="wrong" class="wrong" role="alert">${texts.wrong}</p>` : ""}
<button class="button is-main">${texts.enter}</button>
</form></main>`,
    path,
  });
}

/** What went wrong, the same for every address that opens nothing. */
export function noticePage(site: SharePageSite, locale: Locale, error: keyof ShareTexts["errors"]): string {
  const [title = "", text = ""] = shareTexts[locale].errors[error];
  return framed({ site, locale, title, main: `<main class="notice"><h1>${title}</h1>\n<p>${text}</p></main>` });
}
