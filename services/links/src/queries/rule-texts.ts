import { setImmediate as yieldToOthers } from "node:timers/promises";
import { foldText } from "../domain/rules/matching.ts";

// Texts of copies, in which rules look for words. Others have their turn in between: a text of a megabyte may take half a second to
// fold, and 12 ms for each word.

/** Some characters of a text, up to behind blanks where it has any: folded apart, they are what the whole text would be. */
const PIECE = /[^]{1,16384}(?:\s+|$)|[^]{1,16384}/gu;

/** As {@link foldText}. */
export async function foldLongText(text: string): Promise<string> {
  let folded = "";
  for (const piece of text.match(PIECE) ?? []) {
    folded += foldText(piece);
    await yieldToOthers();
  }
  return folded;
}

/** Whether a text contains one of these words. Both are folded. */
export async function includesAny(text: string, words: readonly string[]): Promise<boolean> {
  for (const word of words) {
    if (text.includes(word)) return true;
    await yieldToOthers();
  }
  return false;
}
