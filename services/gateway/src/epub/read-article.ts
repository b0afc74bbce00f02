import { type CopyId, type Link, parseUrl, type UserId } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { CopyFiles, OpenedCopy } from "../copies/files.ts";
import { EPUB_ARTICLE_CHARS } from "../limits.ts";
import type { BookArticle, BookPicture } from "./book.ts";

/** Pictures of an article, as the sanitiser wrote them. */
const PICTURE = /\bsrc="(files\/[0-9a-f]{20}\.[a-z0-9]{2,5})"/g;

/** What an article comes from. */
interface KeptArticle {
  readonly link: Link;
  readonly version: CopyId;
  /** ISO 8601 */
  readonly keptAt: string;
}

/**
 * An article of a book.
 * @param room octets that its pictures may take; those beyond are left out
 * @returns undefined where the copy has no article, or was removed meanwhile
 */
export async function readArticle(
  files: CopyFiles,
  userId: UserId,
  { link, version, keptAt }: KeptArticle,
  room: number,
): Promise<BookArticle | undefined> {
  const copy = await files.find({ userId, linkId: link.id, version });
  const bytes = copy?.files["article.html"];
  const article = copy?.manifest.article;
  if (copy === undefined || bytes === undefined || article === undefined) return undefined;
  if (bytes.length > EPUB_ARTICLE_CHARS) return undefined;
  const html = bytes.toString("utf8");
  const site = link.site_name ?? link.unicode_host ?? parseUrl(link.url)?.host;
  return {
    version,
    url: link.url,
    title: link.title ?? article.title ?? link.url,
    ...compact({ byline: article.byline, site, language: article.language }),
    direction: article.direction,
    tags: link.tags,
    keptAt,
    html,
    pictures: picturesIn(html, copy, room),
  };
}

function picturesIn(html: string, { manifest, files }: OpenedCopy, room: number): BookPicture[] {
  const names = new Set(Array.from(html.matchAll(PICTURE), ([, name = ""]) => name));
  const types = new Map(manifest.files.map(({ name, type }) => [name, type]));
  let left = room;
  return [...names].flatMap((name): BookPicture[] => {
    const bytes = files[name];
    if (types.get(name)?.startsWith("image/") !== true || bytes === undefined || bytes.length > left) return [];
    left -= bytes.length;
    return [{ name, bytes }];
  });
}
