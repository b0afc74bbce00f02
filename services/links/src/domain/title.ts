import { isVisible } from "@satchel/contracts";

// They reverse the text around them, so that one title can look like another (Unicode Standard Annex 9, sections 2.1 to 2.5).
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A title on one line, without marks that change the direction of text; "" when it shows nothing. */
export function cleanTitle(text: string): string {
  const line = text
    .replace(DIRECTIONS, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return isVisible(line) ? line : "";
}
