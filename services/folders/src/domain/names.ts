import { FOLDER_NAME_CHARS } from "@satchel/contracts";

// They reverse the text around them, so that one name can look like another (Unicode Standard Annex 9, sections 2.1 to 2.5).
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

// One emoji as keyboards send it (Unicode Technical Standard 51, ED-27), or a pictograph without its variation selector, or
// one that is newer than this Node's tables. Not a literal, because the compiler's target does not support the flag `v`.
const EMOJI = new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?)$", "v");

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text.replace(/\p{Cc}/gu, ""));

/** Whether a text is exactly one emoji, which may have several code points. */
export const isEmoji = (text: string): boolean => EMOJI.test(text);

/**
 * A name as it is stored: NFC, trimmed, with runs of white space and control characters replaced by one space, without marks
 * that change the direction of text.
 * @returns undefined when no visible character is left, or more than {@link FOLDER_NAME_CHARS} code points (the contract's unit)
 */
export function cleanName(name: string): string | undefined {
  const clean = name
    .toWellFormed()
    .replace(DIRECTIONS, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .normalize("NFC")
    .trim();
  return VISIBLE.test(clean) && Array.from(clean).length <= FOLDER_NAME_CHARS ? clean : undefined;
}

/**
 * The form in which names are compared: compatibility-normalised, without invisible characters, without case. Upper case
 * comes first, because it makes "SS" of "ß".
 */
export const foldName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase();

/** A name with its number, as in "Recipes (2)"; the column `name` of the read table is generated in the same way. */
export function shownName(name: string, suffix: number | null): string {
  if (suffix === null) return name;
  const end = ` (${suffix})`;
  return (
    Array.from(name)
      .slice(0, FOLDER_NAME_CHARS - end.length)
      .join("") + end
  );
}

/**
 * The number that makes a name unique: the preferred one if that is free, else the first free one.
 * @param taken folded names of the others
 */
export function freeSuffix(name: string, preferred: number | null, taken: ReadonlySet<string>): number | null {
  if (!taken.has(foldName(shownName(name, preferred)))) return preferred;
  let suffix = 2;
  while (taken.has(foldName(shownName(name, suffix)))) suffix++;
  return suffix;
}
