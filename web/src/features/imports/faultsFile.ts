import type { ImportFault } from "@satchel/contracts";

/** A cell of CSV (RFC 4180, section 2); one that a spreadsheet would compute begins with an apostrophe. */
function cell(value: string): string {
  const inert = /^[=+\-@'\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The skipped entries of an import as CSV, with a byte order mark for spreadsheets. */
export function faultsCsv(faults: readonly ImportFault[]): string {
  const lines = faults.map(({ entry, text, reason }) => [String(entry), cell(text), cell(reason)].join(","));
  return `\uFEFF${["entry,text,reason", ...lines].join("\r\n")}\r\n`;
}
