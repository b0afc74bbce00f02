import { COPY_TEXT_BYTES } from "@satchel/contracts/limits";

/** The beginning of a text that has at most {@link COPY_TEXT_BYTES} octets in UTF-8, without half a character. */
export function cutText(text: string): string {
  // No character has more than three octets for each of its UTF-16 units.
  if (text.length * 3 <= COPY_TEXT_BYTES) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= COPY_TEXT_BYTES) return text;
  // As a stream it keeps back the octets of a character that is not whole.
  return new TextDecoder().decode(bytes.subarray(0, COPY_TEXT_BYTES), { stream: true });
}
