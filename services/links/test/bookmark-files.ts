import type { Entry, OpenText, Parse } from "../src/imports/formats/index.ts";

/** A text that comes in pieces of so many characters. */
export const inPieces = (text: string, size = text.length || 1): OpenText =>
  async function* () {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  };

/** The fields that are not empty, for comparisons. */
const told = (entry: Entry): Partial<Entry> =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([, value]) =>
        value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && value.join("") === ""),
    ),
  ) as Partial<Entry>;

/** All entries of a text, read in pieces of so many characters. */
export async function entriesOf(parse: Parse, text: string, size?: number): Promise<Partial<Entry>[]> {
  const entries: Partial<Entry>[] = [];
  for await (const entry of parse(inPieces(text, size))) entries.push(told(entry));
  return entries;
}
