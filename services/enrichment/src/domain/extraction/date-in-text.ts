import { instantOf } from "./metadata-values.ts";

/** UTF-16 units besides a date above which a line is a sentence. */
const LONGEST_REST = 70;

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";

/** Languages whose names of months are read beside the English ones. */
const LANGUAGES = ["de", "fr", "es", "it", "pt", "nl", "pl"];

/** The numbers of months, from 0, by their names in {@link LANGUAGES}: whole and short ones, alone and in a date. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).flatMap((month) =>
      [{ month }, { month, day: "numeric" } as const].flatMap((style) => {
        const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_, number): [string, number] => {
          const parts = format.formatToParts(Date.UTC(2026, number));
          const name = parts.find(({ type }) => type === "month")?.value ?? "";
          return [name.toLowerCase().replace(/\.$/, ""), number];
        });
      }),
    ),
  ),
);

/** "12 mars 2025", "1er août 2025", "12 de março de 2025", "12. März 2025". */
const OTHER_LANGUAGE = /^(\d{1,2})\D{0,6}?\s+(?:de\s+)?(\p{L}+)\D+(\d{4})$/u;

/** Dates as pages show them. Those whose day and month could be swapped are not read. */
const DATE = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?`,
    String.raw`\b${MONTH}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\.?[\s-]+${MONTH}\.?,?[\s-]+\d{4}\b`,
    String.raw`\b\d{1,2}(?:er|\.|º|°)?\s+(?:de\s+)?(?:${[...MONTHS.keys()].join("|")})\.?\s+(?:de\s+)?\d{4}\b`,
    String.raw`\b\d{4}[./]\d{1,2}[./]\d{1,2}\b`,
    String.raw`(?<!\d)\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`,
    String.raw`\b\d{1,2}\.\d{1,2}\.\d{4}\b`,
    String.raw`\b\d{1,2}/\d{1,2}/\d{4}\b`,
  ].join("|"),
  "gi",
);

/** Words before a date that is not that of publication. */
const OTHER =
  /\b(?:updat\w*|modif\w*|revis\w*|review\w*|edited|changed|check\w*|verified|accessed|expires?|ends?|until|since|joined|registered|deadline|event|aktualisiert\w*|bearbeitet|geändert|mise? à jour|actualizad\w*|aggiornat\w*|bijgewerkt|uppdaterad\w*|atualizad\w*|zaktualizowan\w*|aktualizacj\w*)\b[^\d]{0,30}$|(?:更新|修正|修改|수정|업데이트)[^\d]{0,10}$/iu;

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

/** A date as {@link instantOf} reads it. */
function plain(date: string): string {
  const [, day = "", name = "", year = ""] = OTHER_LANGUAGE.exec(date) ?? [];
  const month = MONTHS.get(name.toLowerCase());
  if (month !== undefined) return `${year}-${String(month + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return date.replaceAll("-", /^\d{4}-/.test(date) ? "-" : " ").replace(/\s+/g, " ");
}
