// `npm run prove:epub`: books of up to 200 articles, in as many languages as there are, have no error for epubcheck.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractArticle, sanitiseArticle } from "@satchel/archive/test/extraction.ts";
import { articlePages } from "@satchel/archive/test/article-pages.ts";
import type { CopyId } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { samplePages } from "@satchel/enrichment/test/pages/index.ts";
import { type BookArticle, type BookPicture, makeEpub } from "@satchel/gateway/test/epub.ts";
import sharp from "sharp";

/** Articles, and those of one book. */
const ARTICLES = 200;
const IN_A_BOOK = 50;
/** Languages of the pages in `EPUB_PAGES`, at least. */
const LANGUAGES = 10;

interface SourcePage {
  readonly name: string;
  readonly url: string;
  readonly html: string;
}

const folder = process.env["EPUB_PAGES"];
/** The command, as `scripts/prove-epub.mjs` found it. */
const [checker = "epubcheck", ...checkerArgs] = JSON.parse(process.env["EPUBCHECK"] ?? "[]") as string[];
const pictures = await samplePictures();
const articles = chosen([...ownPages(), ...(folder === undefined ? [] : pagesIn(folder))]);
const languages = new Set(articles.map(({ language = "und" }) => mainPart(language)).filter((one) => one !== "und"));
console.log(`${articles.length} articles in ${languages.size} languages: ${[...languages].sort().join(" ")}`);
if (folder !== undefined && (articles.length < ARTICLES || languages.size < LANGUAGES)) {
  throw new Error(`EPUB_PAGES should have pages for ${ARTICLES} articles in ${LANGUAGES} languages`);
}

const place = mkdtempSync(join(tmpdir(), "satchel-epub-"));
let faults = 0;
for (let at = 0; at < articles.length; at += IN_A_BOOK) {
  const part = articles.slice(at, at + IN_A_BOOK);
  const book = {
    id: uuidOf(String(at)),
    title: `Articles from ${at + 1}`,
    locale: "en",
    isCut: true,
    articles: part,
  } as const;
  const begun = performance.now();
  const bytes = await makeEpub(book);
  const ms = Math.round(performance.now() - begun);
  const shown = new Set(part.flatMap((article) => article.pictures.map(({ name }) => name))).size;
  console.log(`${part.length} articles, ${shown} pictures: ${ms} ms, ${Math.round(bytes.length / 1024)} KiB`);
  const again = await makeEpub(book);
  if (Buffer.compare(again, bytes) !== 0) throw new Error("the same articles gave another book");
  faults += check(`book-${at}.epub`, bytes);
}
const single = articles
  .filter(({ direction }) => direction === "rtl")
  .concat(articles)
  .slice(0, 5);
for (const [at, article] of single.entries()) {
  const { title, version: id } = article;
  faults += check(`single-${at}.epub`, await makeEpub({ id, title, locale: "de", isCut: false, articles: [article] }));
}
if (faults === 0) rmSync(place, { recursive: true });
console.log(faults === 0 ? "epubcheck finds no error" : `epubcheck finds ${faults} errors; the books are in ${place}`);
process.exitCode = faults === 0 ? 0 : 1;

/** The number of errors and warnings that epubcheck finds. */
function check(name: string, bytes: Uint8Array): number {
  const file = join(place, name);
  writeFileSync(file, bytes);
  const options = { encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { stdout, stderr, status } = spawnSync(checker, [...checkerArgs, file], options);
  const found = `${stdout}\n${stderr}`.split("\n").filter((line) => /^(?:FATAL|ERROR|WARNING)/.test(line));
  for (const line of found.slice(0, 20)) console.log(line.replaceAll(place, ""));
  return status === 0 ? found.length : Math.max(found.length, 1);
}

/** The test pages of this repository. */
function ownPages(): SourcePage[] {
  const made = articlePages.map(({ what, html }) => ({ name: what, url: "https://example.com/made", html }));
  return [...made, ...samplePages.map(({ name, url, html }) => ({ name, url, html }))];
}

function pagesIn(dir: string): SourcePage[] {
  if (!existsSync(dir)) throw new Error(`EPUB_PAGES: there is no folder ${dir}`);
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();
  return files
    .filter((name) => name.endsWith(".html"))
    .map((name) => ({
      name,
      url: `https://example.com/${encodeURIComponent(name)}`,
      html: readFileSync(join(dir, name), "utf8"),
    }));
}

/** One article of each language in turn, until there are enough. */
function chosen(pages: readonly SourcePage[]): BookArticle[] {
  const byLanguage = new Map<string, BookArticle[]>();
  for (const page of pages) {
    const article = articleOf(page);
    if (article === undefined) continue;
    const key = mainPart(article.language ?? "und");
    byLanguage.set(key, [...(byLanguage.get(key) ?? []), article]);
  }
  const taken: BookArticle[] = [];
  while (taken.length < ARTICLES) {
    const before = taken.length;
    for (const list of byLanguage.values()) {
      const next = list.shift();
      if (next !== undefined && taken.length < ARTICLES) taken.push(next);
    }
    if (taken.length === before) break;
  }
  return taken;
}

function articleOf({ name, url, html }: SourcePage): BookArticle | undefined {
  const found = extractArticle(html, url);
  if (found === undefined) return undefined;
  const shown = new Map<string, BookPicture>();
  const fileOf = (address: string): string | undefined => {
    const at = createHash("sha256").update(address).digest().readUInt32BE() % pictures.length;
    const picture = pictures[at];
    if (picture !== undefined) shown.set(picture.name, picture);
    return picture?.name;
  };
  const article = sanitiseArticle(found.html, { url, fileOf });
  return {
    version: uuidOf(`${name} copy`) as CopyId,
    url,
    title: found.title ?? name,
    ...compact({ byline: found.byline, language: found.language }),
    direction: found.direction,
    tags: ["proof"],
    keptAt: "2026-11-25T12:00:00.000Z",
    html: article,
    pictures: [...shown.values()],
  };
}

/** Pictures in the forms that copies have: re-encoded ones are WebP of up to 1,600 pixels. */
async function samplePictures(): Promise<BookPicture[]> {
  const types = ["webp", "webp", "webp", "avif", "gif", "png", "jpeg", "jpeg"] as const;
  const all = Array.from({ length: 64 }, async (_, at): Promise<BookPicture> => {
    const type = types[at % types.length] ?? "webp";
    const side = type === "webp" ? 1600 : 600;
    const noise = { type: "gaussian", mean: 128, sigma: 20 + at / 4 } as const;
    const size = { width: side, height: Math.round(side * 0.6), channels: 3, background: "#000" } as const;
    const picture = sharp({ create: { ...size, noise } }).blur(4);
    const bytes = await picture.toFormat(type, { effort: 1 }).toBuffer();
    return {
      name: `files/${createHash("sha256").update(bytes).digest("hex").slice(0, 20)}.${type}`,
      bytes,
    };
  });
  return Promise.all(all);
}

/** The language of a tag such as `de-AT`, or `de_AT` as pages also write it; "und" for what is none (BCP 47). */
function mainPart(language: string): string {
  return /^[a-z]{2,3}(?![^-_])/i.exec(language)?.[0].toLowerCase() ?? "und";
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
