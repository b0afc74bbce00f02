/**
 * Ends of file names that are top-level domains too (IANA's root zone database): a name alone on its line with one of them is a file.
 * Left out are `pl`, `io`, `in` and their like, under which far more people name a site than a file.
 */
const FILE_ENDINGS = new Set(["cc", "mc", "md", "ml", "mm", "mov", "pm", "ps", "py", "rs", "sh", "so", "zip"]);

/** Whether a host, as it stands alone on a line, is more likely the name of a file: "conf.pm". */
export function isFileName(host: string): boolean {
  const labels = host.toLowerCase().split(".");
  return labels.length === 2 && FILE_ENDINGS.has(labels[1] ?? "");
}
