import { PIECE_CHARS } from "../limits.ts";

/** The lines of a text, long ones cut. */
export async function* lines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = "";
  for await (const piece of text) {
    const parts = piece.split(/\r\n|\r|\n/);
    const last = parts.pop() ?? "";
    for (const part of parts) {
      yield (begun + part).slice(0, PIECE_CHARS);
      begun = "";
    }
    begun = (begun + last).slice(0, PIECE_CHARS);
  }
  if (begun !== "") yield begun;
}
