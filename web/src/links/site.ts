import { parseUrl } from "@satchel/contracts";

/** Number of colours that letter icons come in; `links.css` has as many. */
const HUES = 12;

/** The site of a link as people say it: the host without "www.". The whole text where it is no URL. */
export function siteOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, "") ?? url;
}

/** The letter that stands for a site without an icon. */
export const letterOf = (site: string): string => (/[\p{L}\p{N}]/u.exec(site)?.[0] ?? "?").toUpperCase();

/** One of twelve colours, always the same for a site. */
export function hueOf(site: string): number {
  let sum = 0;
  for (const character of site) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}
