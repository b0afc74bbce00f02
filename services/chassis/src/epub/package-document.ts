import { Parser } from "htmlparser2";

/** What the package document of a book says (EPUB 3.3, section 5). Addresses are as it writes them. */
export interface PackageDocument {
  readonly title: string | undefined;
  readonly creators: readonly string[];
  readonly language: string | undefined;
  /** Its files, by their ids. */
  readonly items: ReadonlyMap<string, { readonly href: string; readonly type: string; readonly isCover: boolean }>;
  /** The ids of its chapters, in the order in which they are read. */
  readonly spine: readonly string[];
  /** The id of the cover as EPUB 2 names it. */
  readonly coverId: string | undefined;
}

/** Reads a package document. What is broken in it is missing. */
export function readPackage(xml: string): PackageDocument {
  const items = new Map<string, { href: string; type: string; isCover: boolean }>();
  const spine: string[] = [];
  const creators: string[] = [];
  let title: string | undefined;
  let language: string | undefined;
  let coverId: string | undefined;
  let text: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = localName(name);
        const { id, href, idref, name: named, content } = attributes;
        if (local === "title" || local === "creator" || local === "language") text = "";
        else if (local === "item" && id !== undefined && href !== undefined) {
          const isCover = /(?:^|\s)cover-image(?:\s|$)/.test(attributes["properties"] ?? "");
          items.set(id, { href, type: (attributes["media-type"] ?? "").toLowerCase(), isCover });
        } else if (local === "itemref" && idref !== undefined) spine.push(idref);
        else if (local === "meta" && named === "cover") coverId = content;
      },
      ontext(data) {
        if (text !== undefined) text += data;
      },
      onclosetag(name) {
        if (text === undefined) return;
        const local = localName(name);
        const found = text.replace(/\s+/g, " ").trim();
        if (local === "title") title ??= found === "" ? undefined : found;
        else if (local === "creator" && found !== "") creators.push(found);
        else if (local === "language") language ??= found === "" ? undefined : found;
        text = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { title, creators, language, items, spine, coverId };
}

/** The address of the package document, as a book's container names it (section 4.2.6.3.1). */
export function packagePathIn(container: string): string | undefined {
  let path: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (localName(name) === "rootfile") path ??= attributes["full-path"];
      },
    },
    { xmlMode: true },
  );
  parser.end(container);
  return path;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();
