import { instantOf } from "./metadata-values.ts";

/** UTF-16 units besides a date above which a line is a sentence. */
const LONGEST_REST = 70;

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";

/** Dates as pages show them. Those whose day and month could be swapped are not read. */
const DATE = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?`,
    String.raw`\b${MONTH}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\.?[\s-]+${MONTH}\.?,?[\s-]+\d{4}\b`,
    String.raw`\b\d{4}[./]\d{1,2}[./]\d{1,2}\b`,
    String.raw`\b\d{1,2}\.\d{1,2}\.\d{4}\b`,
    String.raw`\b\d{1,2}/\d{1,2}/\d{4}\b`,
  ].join("|"),
  "gi",
);

/** Words before a date that is not that of publication. */
const OTHER =
  /\b(?:updat\w*|modif\w*|revis\w*|review\w*|edited|changed|check\w*|verified|accessed|expires?|ends?|until|since|joined|registered|deadline|event|aktualisiert\w*|bearbeitet|geändert|mise? à jour|actualizad\w*|aggiornat\w*|bijgewerkt|uppdaterad\w*|atualizad\w*)\b[^\d]{0,30}$/iu;

/** The date of publication in the lines around a title: the first that is not called another one. */
export function dateInLines(lines: readonly string[]): string | undefined {
  for (const [at, line] of lines.entries()) {
    let before = 0;
    for (const { index, 0: text } of line.matchAll(DATE)) {
      const label = line.slice(before, index);
      before = index + text.length;
      const instant = line.length - text.length > LONGEST_REST ? undefined : instantOf(plain(text));
      const isOther = OTHER.test(/\p{L}/u.test(label) ? label : `${lines[at - 1] ?? ""} ${label}`);
      if (instant !== undefined && !isOther) return instant;
    }
  }
  return undefined;
}

function plain(date: string): string {
  return date.replaceAll("-", /^\d{4}-/.test(date) ? "-" : " ").replace(/\s+/g, " ");
}
