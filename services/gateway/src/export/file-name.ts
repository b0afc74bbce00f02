import { EXPORT_TITLE_CHARS } from "../limits.ts";

/** A title as a name that every file system takes, without an ending; "" where nothing of it is left. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = Array.from(plain).slice(0, EXPORT_TITLE_CHARS).join("");
  return short.replace(/[. ]+$/, "");
}
