import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Texts of one length, cut from the pages of the corpus in the folder `TEXT_CORPUS`, made by `npm run corpus`. Each place of
 * it is in one text at most. They are in the same random order each time.
 * @param chars of each text, about: it ends between words
 * @throws Error when the folder is not named, or has fewer texts than wanted
 */
export function corpusTexts(chars: number, wanted: number, random: (below: number) => number): string[] {
  const folder = process.env["TEXT_CORPUS"];
  if (folder === undefined) throw new Error("TEXT_CORPUS must name a folder made by `npm run corpus -w bench`");
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => cut(pagesIn(join(folder, name)).join("\n"), chars));
  if (texts.length < wanted)
    throw new Error(`The corpus has ${texts.length} texts of ${chars} characters, not ${wanted}`);
  // Fisher and Yates.
  for (let last = texts.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [texts[last], texts[other]] = [texts[other] ?? "", texts[last] ?? ""];
  }
  return texts.slice(0, wanted);
}

const pagesIn = (file: string): string[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string);

function cut(text: string, chars: number): string[] {
  const texts: string[] = [];
  for (let at = 0; at + chars <= text.length; ) {
    const end = text.lastIndexOf(" ", at + chars);
    const next = end > at ? end : at + chars;
    texts.push(text.slice(at, next));
    at = next;
  }
  return texts;
}
