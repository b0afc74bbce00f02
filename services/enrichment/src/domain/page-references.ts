import { cssReferences, partAddress, pictureAddress } from "@satchel/chassis/parts";
import { Parser } from "htmlparser2";

/** The addresses of the files that a page shows, each once, in the order in which they appear. */
export interface PageReferences {
  readonly styles: readonly string[];
  readonly pictures: readonly string[];
  readonly fonts: readonly string[];
}

/** References of one kind that are noted: more than the limits of a copy take. */
const NOTED = 500;

/**
 * Elements within each other up to which a page is searched; browsers make no tree deeper than 512. The time of the parser
 * grows with the square of the depth.
 */
const DEPTH_MAX = 1000;

/** UTF-16 units that are parsed before the depth is looked at. */
const PIECE_CHARS = 4 * 1024;

/** The files that a page shows. @param url where it was found; its own `base` counts */
export function referencesOf(html: string, url: string): PageReferences {
  const found = openReferences();
  let base = url;
  let style: string[] | undefined;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth++;
      const attribute = (key: string): string | undefined => attributes[key];
      if (attributes.style !== undefined) found.addCss(attributes.style, base);
      if (name === "base" && attributes.href !== undefined && base === url) {
        base = partAddress(attributes.href, url) ?? url;
      } else if (name === "link" && isStylesheet(attribute)) found.add("styles", attributes.href ?? "", base);
      else if (name === "style") style = [];
      else if (name === "img" || name === "amp-img") found.add("pictures", pictureAddress(attribute) ?? "", base);
      else if (name === "video") found.add("pictures", attributes.poster ?? "", base);
      else if (name === "image") found.add("pictures", attributes.href ?? attributes["xlink:href"] ?? "", base);
    },
    ontext: (text) => style?.push(text),
    onclosetag: (name) => {
      depth--;
      if (name !== "style" || style === undefined) return;
      found.addCss(style.join(""), base);
      style = undefined;
    },
  });
  for (let at = 0; at < html.length && depth <= DEPTH_MAX; at += PIECE_CHARS) {
    parser.write(html.slice(at, at + PIECE_CHARS));
  }
  parser.end();
  return found.all();
}

/** Whether a `link` is a stylesheet that counts on a screen. */
export function isStylesheet(attribute: (name: string) => string | undefined): boolean {
  const rel = (attribute("rel") ?? "").toLowerCase().split(/\s+/);
  return (
    rel.includes("stylesheet") && !rel.includes("alternate") && attribute("media")?.trim().toLowerCase() !== "print"
  );
}

/** The files that a stylesheet shows. */
export function referencesOfCss(css: string, url: string): PageReferences {
  const found = openReferences();
  found.addCss(css, url);
  return found.all();
}

function openReferences() {
  const found = { styles: new Set<string>(), pictures: new Set<string>(), fonts: new Set<string>() };
  const add = (kind: keyof typeof found, href: string, base: string): void => {
    const address = href.trim() === "" ? undefined : partAddress(href, base);
    if (address !== undefined && found[kind].size < NOTED) found[kind].add(address);
  };
  return {
    add,
    addCss: (css: string, base: string): void => {
      for (const { kind, href } of cssReferences(css)) {
        add(kind === "import" ? "styles" : kind === "font" ? "fonts" : "pictures", href, base);
      }
    },
    all: (): PageReferences => ({
      styles: [...found.styles],
      pictures: [...found.pictures],
      fonts: [...found.fonts],
    }),
  };
}
