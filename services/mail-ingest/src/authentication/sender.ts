import { type Address, normaliseAddress } from "@satchel/chassis";
import { authorOf } from "../domain/message/author.ts";
import type { HeaderField } from "../domain/message/header.ts";

/** The author of a mail, in the one spelling of addresses; undefined when there is none, or not exactly one. */
export function findSender(fields: readonly HeaderField[]): Address | undefined {
  const author = authorOf(fields);
  return author === undefined ? undefined : normaliseAddress(author);
}
