import { createHash } from "node:crypto";
import { EPUB, PDF } from "@satchel/contracts/media-types";
import type { PagePart, PageParts } from "@satchel/chassis/parts";
import type { Zippable } from "fflate";
import type { Article } from "../domain/article/article.ts";

/** Pictures of a PDF's pages, by the names of their files. */
interface DrawnPages {
  readonly pages: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  readonly cover: string;
  /** How many pages it has. */
  readonly count: number;
}

/** What a copy's `manifest.json` says. */
export interface Manifest {
  readonly satchel_copy: 1;
  readonly url: string;
  readonly type: string;
  readonly fetched_at: string;
  /** The file that shows the copy: `page.html`, or the original. */
  readonly main: string;
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
  readonly left_out: number;
  readonly article?: Omit<Article, "html" | "text">;
  readonly drawn?: DrawnPages;
}

/** What a copy holds. */
export interface Content {
  readonly entries: Zippable;
  readonly files: Manifest["files"];
  readonly main: string;
  readonly text?: string | undefined;
  readonly article?: Article | undefined;
  readonly leftOut: number;
  readonly drawn?: DrawnPages | undefined;
}

const ENDINGS: Readonly<Record<string, string>> = {
  "text/css": "css",
  "font/woff2": "woff2",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  [PDF]: "pdf",
  [EPUB]: "epub",
};

/** Digits of a file's hash in its name: no two files of one copy share them. */
const NAME_DIGITS = 20;

/** Pictures and fonts are compressed already. */
export const STORED = { level: 0 } as const;

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A file's name follows from its content, so that the same picture is there once. */
export const nameOfFile = ({ bytes, type }: Pick<PagePart, "bytes" | "type">): string =>
  `files/${sha256(bytes).slice(0, NAME_DIGITS)}.${ENDINGS[type] ?? "bin"}`;

/** A file as it is, and its text where it is one. */
export function ofFile({ type, document, leftOut }: PageParts): Content {
  const main = `original.${ENDINGS[type] ?? "txt"}`;
  const isText = ENDINGS[type] === undefined;
  const text = isText
    ? Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString("utf8")
    : undefined;
  const entries: Zippable = { [main]: isText ? document : [document, STORED] };
  return { entries, files: [{ name: main, type, bytes: document.length }], main, text, leftOut };
}
