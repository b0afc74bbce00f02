/** Milliseconds until a saved file's octets are let go: the browser has begun to write them. */
const KEPT_MS = 60_000;

/** Lets the browser save a file. */
export function saveFile(name: string, octets: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(octets);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
