import { ADDRESS_CHARS, SENDER_NAME_CHARS } from "@satchel/contracts";
import { fieldsNamed, type HeaderField } from "../message/header.ts";
import { decodeWords } from "../message/libmime.ts";
import { cleanLine } from "../message/text.ts";
import type { LetterSender } from "./letter.ts";

/** Characters of a From field that are read. */
const FIELD_CHARS = 2000;

const NAMED = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<"]*))<\s*([^\s<>@]+@[^\s<>]+)\s*>/;
const BARE = /^([^\s<>",;:()@]+@[^\s<>",;:()]+)/;

/**
 * Who a mail says it is from: the first address of its From field, else of its Sender field, with the name beside it. It is
 * lenient, because nothing is allowed by it: every sender may write to a secret address.
 */
export function letterSender(fields: readonly HeaderField[]): LetterSender | undefined {
  for (const value of [...fieldsNamed(fields, "from"), ...fieldsNamed(fields, "sender")]) {
    const sender = readSender(value);
    if (sender !== undefined) return sender;
  }
  return undefined;
}

/** The first address of a field or of a line that looks like one, with the name beside it. */
export function readSender(value: string): LetterSender | undefined {
  const text = value.trim().slice(0, FIELD_CHARS);
  const [, quoted, plain = "", angled] = NAMED.exec(text) ?? [];
  const address = cleanLine(angled ?? BARE.exec(text)?.[1] ?? "", ADDRESS_CHARS + 1);
  if (address === "" || address.length > ADDRESS_CHARS || /\s/.test(address)) return undefined;
  const name = cleanLine(decodeWords(quoted?.replace(/\\(.)/g, "$1") ?? plain), SENDER_NAME_CHARS);
  return { address, name: name === "" || name === address ? undefined : name };
}
