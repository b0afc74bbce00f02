/**
 * A title as a name that every file system takes, without an ending; "" where nothing of it is left.
 * @param chars at most: file systems take 255 octets
 */
export function fileNameOf(title: string, chars: number): string {
  const plain = title
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = Array.from(plain).slice(0, chars).join("");
  return short.replace(/[. ]+$/, "");
}
