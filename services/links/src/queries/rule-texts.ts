import { setImmediate as yieldToOthers } from "node:timers/promises";
import { foldText } from "../domain/rules/matching.ts";

// Rules look for words in texts of copies. A text of a megabyte may take half a second to fold and 12 ms for each word, so other
// work has its turn in between.

/** A piece of a text that ends behind blanks, if it has any: the folded pieces together are the folded text. */
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
