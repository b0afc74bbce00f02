import { jsonLd, og } from "../pages/page.ts";

/** What a page says of its title, in the places in which pages say it. */
export type Said = {
  lang?: string;
  /** The text of `<title>`. */
  title?: string;
  og?: string;
  twitter?: string;
  /** `og:site_name`. */
  site?: string;
  /** Further elements of the head. */
  head?: string;
  /** One object of JSON-LD, or several. */
  ld?: unknown;
  body?: string;
};

/** The head of a well-known site's page in its real shape, with what a reader would call the page. */
export type TitleShape = { name: string; url: string; html: string; title: string | undefined };

/** A page that says of its title what `said` holds; texts are HTML, so that references stay references. */
export function shape(name: string, url: string, said: Said, title: string | undefined): TitleShape {
  const html = `<!DOCTYPE html><html lang="${said.lang ?? "en"}"><head><meta charset="utf-8">
${said.title === undefined ? "" : `<title>${said.title}</title>`}
${said.og === undefined ? "" : og({ "og:title": said.og })}
${said.site === undefined ? "" : og({ "og:site_name": said.site })}
${said.twitter === undefined ? "" : `<meta name="twitter:title" content="${said.twitter}">`}
${said.head ?? ""}${said.ld === undefined ? "" : jsonLd(said.ld)}</head>
<body>${said.body ?? ""}</body></html>`;
  return { name, url, html, title };
}
