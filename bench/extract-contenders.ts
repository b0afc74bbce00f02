import { createRequire } from "node:module";
import { join } from "node:path";
import { extractPage } from "../services/enrichment/src/domain/extraction/extract-page.ts";
import { startHttpServer } from "@satchel/testing";
import type { JudgedPage } from "./extract-pages.ts";

/** The fields that a contender extracts from a page, by the names of the expectations. */
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

type Contender = { answer(page: JudgedPage): Promise<Answer>; close?(): void };

const require = createRequire(import.meta.url);

type Metascraper = (input: {
  html: string;
  url: string;
  validateUrl: boolean;
}) => Promise<Record<string, string | null>>;
type Rule = (options?: Record<string, unknown>) => unknown;
type LinkParser = (url: string) => Promise<{ meta: Record<string, string>; og: Record<string, string> }>;

/** The contenders by name. Each is created only where it runs, so that its memory can be measured. */
export const contenders: Record<string, () => Contender> = {
  satchel: () => ({
    answer: async ({ html, url }) => {
      const bytes = new TextEncoder().encode(html);
      const { page } = extractPage({ bytes, contentType: "text/html", charset: "utf-8", url });
      return fieldsOf({ ...page, image: page.previewImageUrl, icon: page.faviconUrl });
    },
  }),

  metascraper: () => {
    const rule = (name: string, options?: Record<string, unknown>) => (require(`metascraper-${name}`) as Rule)(options);
    const rules = ["author", "date", "description", "image", "lang", "publisher", "title", "url"].map((name) =>
      rule(name),
    );
    // Its rule for icons would send requests to check them; this resolver accepts all.
    const resolveFaviconUrl = (url: string) => Promise.resolve({ url });
    const icons = rule("logo-favicon", { google: false, rootFavicon: false, resolveFaviconUrl });
    const scrape = (require("metascraper") as (rules: unknown[]) => Metascraper)([...rules, icons]);
    return {
      answer: async ({ html, url }) => {
        const found = await scrape({ html, url, validateUrl: false });
        return fieldsOf({
          ...found,
          icon: found["logo"],
          siteName: found["publisher"],
          publishedAt: found["date"],
          language: found["lang"],
          canonicalUrl: found["url"],
        });
      },
    };
  },

  // It fetches pages itself, so it gets a server. It is not installed with the project: its axios has known vulnerabilities.
  "html-metadata-parser": () => {
    const { parse } = require(join(process.env.HTML_METADATA_PARSER ?? "", "node_modules/html-metadata-parser")) as {
      parse: LinkParser;
    };
    let current = "";
    const starting = startHttpServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(current);
    });
    return {
      answer: async ({ html }) => {
        const { url } = await starting;
        current = html;
        const { meta, og } = await parse(`${url}/`);
        return fieldsOf({
          title: og["title"] ?? meta["title"],
          description: og["description"] ?? meta["description"],
          image: og["image"] ?? meta["image"],
          siteName: og["site_name"] ?? meta["site_name"],
          canonicalUrl: og["url"] ?? meta["url"],
        });
      },
      close: () => void starting.then(({ close }) => close()),
    };
  },
};

function fieldsOf(found: Record<string, unknown>): Answer {
  const fields = FIELDS.flatMap((field) =>
    typeof found[field] === "string" && found[field] !== "" ? [[field, found[field]]] : [],
  );
  return Object.fromEntries(fields) as Answer;
}
