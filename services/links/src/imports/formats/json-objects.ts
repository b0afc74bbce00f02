import { importTexts } from "@satchel/contracts";
import { type Entry, type FaultEntry } from "./entry.ts";
import { type Fields, isFields } from "./fields.ts";
import { type Choice, type JsonPath, jsonValues } from "./json-values.ts";

const same = (a: JsonPath, b: JsonPath): boolean => a.length === b.length && a.every((part, at) => part === b[at]);
const begins = (path: JsonPath, whole: JsonPath): boolean => same(path, whole.slice(0, path.length));

/** Selects the values at these paths; their parents are entered, all others skipped. */
export const at =
  (places: readonly JsonPath[]) =>
  (path: JsonPath): Choice => {
    if (places.some((place) => same(place, path))) return "take";
    return places.some((place) => begins(path, place)) ? "enter" : "skip";
  };

export const tooLong: FaultEntry = { kind: "fault", text: "", reason: importTexts.tooLong };
const noObject: FaultEntry = { kind: "fault", text: "", reason: importTexts.noBookmark };

/** The objects at these paths, each converted to an entry, or several; undefined is skipped. */
export async function* jsonObjects(
  text: AsyncIterable<string>,
  places: readonly JsonPath[],
  read: (fields: Fields) => Entry | readonly Entry[] | undefined,
): AsyncGenerator<Entry> {
  for await (const { value } of jsonValues(text, at(places))) {
    if (value === undefined) yield tooLong;
    else if (!isFields(value)) yield noObject;
    else {
      const entry = read(value);
      if (Array.isArray(entry)) yield* entry as readonly Entry[];
      else if (entry !== undefined) yield entry as Entry;
    }
  }
}
