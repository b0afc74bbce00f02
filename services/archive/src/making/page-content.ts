import { partAddress, type PagePart, type PageParts, rewriteCss } from "@satchel/chassis/parts";
import { strToU8, type Zippable } from "fflate";
import type { Article } from "../domain/article/article.ts";
import { type EmbeddedFile, embeddedFile } from "../domain/page/embedded-file.ts";
import { sanitiseArticle, type SanitiseOptions, sanitisePage } from "../domain/page/sanitise.ts";
import { type Content, nameOfFile, STORED } from "./content.ts";

/**
 * A page without anything active, its parts, and its article.
 * @param extract finds the article; undefined: none is looked for
 * @param elements that are read of it; default all
 */
export function ofPage(
  { url, document, parts, leftOut }: PageParts,
  extract: ((source: string, url: string, elements?: number) => Article | undefined) | undefined,
  elements?: number,
): Content {
  const source = Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString("utf8");
  const names = new Map(parts.map((part) => [part.url, nameOfFile(part)]));
  const embedded = new Map<string, EmbeddedFile>();
  const fileOf = (address: string): string | undefined => {
    const found = names.get(address);
    const file = found === undefined ? embeddedFile(address) : undefined;
    if (file === undefined) return found;
    const name = nameOfFile(file);
    embedded.set(name, file);
    return name;
  };
  const html = sanitisePage(source, { url, fileOf, elements });
  const article = extract === undefined ? undefined : articleOf(() => extract(source, url, elements));
  const entries: Zippable = { "page.html": strToU8(html) };
  for (const part of parts) {
    const name = nameOfFile(part);
    entries[name] = part.kind === "style" ? strToU8(cssOf(part, fileOf)) : [part.bytes, STORED];
  }
  if (article !== undefined) {
    entries["article.html"] = strToU8(sanitiseArticle(article.html, { url, fileOf, elements }));
    entries["text.txt"] = strToU8(article.text);
  }
  for (const [name, { bytes }] of embedded) entries[name] ??= [bytes, STORED];
  const all = new Map([...embedded.values(), ...parts].map((file) => [nameOfFile(file), file]));
  const files = [...all].map(([name, { type, bytes }]) => ({ name, type, bytes: bytes.length }));
  return { entries, files, main: "page.html", text: article?.text, article, leftOut };
}

/** A page whose article can't be found is kept without one. */
function articleOf(extract: () => Article | undefined): Article | undefined {
  try {
    return extract();
  } catch {
    return undefined;
  }
}

/** A stylesheet whose references lead to files beside it, or nowhere. */
function cssOf({ bytes, url, base = url }: PagePart, fileOf: SanitiseOptions["fileOf"]): string {
  const css = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return rewriteCss(css, ({ href }) => {
    if (href.startsWith("#")) return href;
    const address = href.startsWith("data:") ? href : partAddress(href, base);
    return address === undefined ? undefined : fileOf(address)?.slice("files/".length);
  });
}
