import type { MadeBook } from "./books.ts";

const EPUB = "application/epub+zip";

/** Characters of a title in the name of a file: file systems take 255 octets. */
const NAME_CHARS = 60;

/** The name of a book's file, which every file system takes. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = Array.from(plain)
    .slice(0, NAME_CHARS)
    .join("")
    .replace(/[. ]+$/, "");
  return `${short === "" ? "Satchel" : short}.epub`;
}

/** The headers of a book that is downloaded (RFC 6266, RFC 8187). */
export function bookHeaders({ title }: Pick<MadeBook, "title">): Record<string, string> {
  const name = fileNameOf(title);
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    "content-type": EPUB,
    "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-robots-tag": "noindex, nofollow, noarchive",
  };
}
