import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { extractPage } from "../services/enrichment/src/domain/extraction/extract-page.ts";
import type { JudgedPage } from "./extract-pages.ts";

/** What a contender says of a page, in the words of the expectations; what it does not say is missing. */
export type Answer = Partial<Record<Field, string>>;

export const FIELDS = [
  "title",
  "description",
  "image",
  "icon",
  "siteName",
  "author",
  "publishedAt",
  "language",
  "canonicalUrl",
] as const;
export type Field = (typeof FIELDS)[number];

export type Contender = { answer(page: JudgedPage): Promise<Answer>; close?(): void };

const require = createRequire(import.meta.url);

type Metascraper = (input: {
  html: string;
  url: string;
  validateUrl: boolean;
}) => Promise<Record<string, string | null>>;
type Rule = (options?: Record<string, unknown>) => unknown;
type LinkParser = (url: string) => Promise<{ meta: Record<string, string>; og: Record<string, string> }>;

/** The contenders by name; each is made only where it runs, so that its memory can be told. */
export const contenders: Record<string, () => Contender> = {
  satchel: () => ({
    answer: async ({ html, url }) => {
      const bytes = new TextEncoder().encode(html);
      const { page } = extractPage({ bytes, contentType: "text/html", charset: "utf-8", url });
      return given({ ...page, image: page.previewImageUrl, icon: page.faviconUrl });
    },
  }),

  metascraper: () => {
    const rule = (name: string, options?: Record<string, unknown>) => (require(`metascraper-${name}`) as Rule)(options);
    const rules = ["author", "date", "description", "image", "lang", "publisher", "title", "url"].map((name) =>
      rule(name),
    );
    // Its rule for icons asks the network which ones there are; told that all are, it needs none.
    const resolveFaviconUrl = (url: string) => Promise.resolve({ url });
    const icons = rule("logo-favicon", { google: false, rootFavicon: false, resolveFaviconUrl });
    const scrape = (require("metascraper") as (rules: unknown[]) => Metascraper)([...rules, icons]);
    return {
      answer: async ({ html, url }) => {
        const said = await scrape({ html, url, validateUrl: false });
        return given({
          ...said,
          icon: said["logo"],
          siteName: said["publisher"],
          publishedAt: said["date"],
          language: said["lang"],
          canonicalUrl: said["url"],
        });
      },
    };
  },

  // Fetches by itself alone, so it gets a server. Not installed with the project: its axios has known faults.
  "html-metadata-parser": () => {
    const { parse } = require(join(process.env.HTML_METADATA_PARSER ?? "", "node_modules/html-metadata-parser")) as {
      parse: LinkParser;
    };
    let current = "";
    const server = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(current),
    );
    const listening = new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
      answer: async ({ html }) => {
        await listening;
        current = html;
        const { meta, og } = await parse(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
        return given({
          title: og["title"] ?? meta["title"],
          description: og["description"] ?? meta["description"],
          image: og["image"] ?? meta["image"],
          siteName: og["site_name"] ?? meta["site_name"],
          canonicalUrl: og["url"] ?? meta["url"],
        });
      },
      close: () => server.close().closeAllConnections(),
    };
  },
};

function given(said: Record<string, unknown>): Answer {
  const fields = FIELDS.flatMap((field) =>
    typeof said[field] === "string" && said[field] !== "" ? [[field, said[field]]] : [],
  );
  return Object.fromEntries(fields) as Answer;
}
