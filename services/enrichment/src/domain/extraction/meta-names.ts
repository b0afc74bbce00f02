/** Names of `<meta>` that are read, by what they say, in the order in which they count. */
export const META_NAMES = {
  kind: ["og:type"],
  address: ["og:url"],
  site: ["og:site_name"],
  application: ["application-name", "apple-mobile-web-app-title", "al:android:app_name"],
  summary: ["og:description", "twitter:description", "description"],
  lesserSummary: ["dc.description"],
  language: ["content-language", "og:locale"],
  author: words(
    "author article:author citation_author dc.creator dc:creator dcterms.creator parsely-author sailthru.author byl cxenseparse:author og:author creator shareaholic:article_author_name",
  ),
  /** Of two pairs of a label and a value: `Written by`, the name. */
  labels: words("twitter:label1 twitter:label2"),
  labelled: words("twitter:data1 twitter:data2"),
  published: words(
    "article:published_time og:article:published_time og:published_time datepublished citation_publication_date citation_date cxenseparse:publishtime",
  ),
  dated: words(
    "parsely-pub-date sailthru.date pubdate publish-date publish_date publishdate published published-date published_date published_at publisheddate publication_date og:publish_date citation_online_date shareaholic:article_published_time datecreated dc.date.issued dc.date.created dcterms.issued dcterms.created dcterms.date dc.date dc:date date",
  ),
  tag: ["article:tag", "video:tag", "og:video:tag", "book:tag"],
  keywords: ["keywords", "news_keywords", "parsely-tags"],
  /** Titles for other sites to show. */
  sharedTitle: ["og:title", "twitter:title", "citation_title"],
} as const;

/** Metadata with a page's title, and their weights: those of scholarly pages are the most exact. */
export const TITLE_WEIGHTS: readonly (readonly [name: string, weight: number])[] = [
  ["citation_title", 1.5],
  ["og:title", 1],
  ["twitter:title", 0.95],
  ["dc.title", 0.85],
  ["dcterms.title", 0.85],
  ["parsely-title", 0.85],
  ["sailthru.title", 0.85],
  ["title", 0.8],
  // Microdata, of the page or of things that it mentions: they can't be told apart.
  ["headline", 0.4],
  ["name", 0.4],
];

const READ: ReadonlySet<string> = new Set([
  ...Object.values(META_NAMES).flat(),
  ...TITLE_WEIGHTS.map(([name]) => name),
]);

/** Whether metadata of this name is read; storing only these limits the memory of a page. */
export const isRead = (name: string): boolean => READ.has(name);

function words(text: string): readonly string[] {
  return text.split(" ");
}
