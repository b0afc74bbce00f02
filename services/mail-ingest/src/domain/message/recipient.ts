import { FOLDER_NAME_CHARS } from "@satchel/contracts";
import { cleanLine } from "./text.ts";

/** A recipient at the save address, with the name of the folder after `+`, if there is one. */
export interface Recipient {
  readonly folderName: string | undefined;
  /** What stands there of a reply to an answer, in lower case; then there is no folder. */
  readonly replyTag?: string;
}

/** Its form; whose it is, is checked when the sender is known. */
const REPLY_TAG = /^r\.[a-z2-7]{45}$/;

/**
 * Compares a recipient with the save address, without case, with or without `+folder`.
 * @returns undefined when the recipient is not ours
 */
export function matchRecipient(saveAddress: string, localPart: string, domain: string): Recipient | undefined {
  const detail = detailOf(saveAddress, localPart, domain);
  if (detail === undefined) return undefined;
  const tag = detail.toLowerCase();
  if (REPLY_TAG.test(tag)) return { folderName: undefined, replyTag: tag };
  return { folderName: decodeFolderName(detail) };
}

/** What stands behind `+` of a recipient at the save address, in lower case; undefined when the recipient is not ours. */
export const tagOf = (saveAddress: string, localPart: string, domain: string): string | undefined =>
  detailOf(saveAddress, localPart, domain)?.toLowerCase();

/** The same as it was written, "" without any. */
function detailOf(saveAddress: string, localPart: string, domain: string): string | undefined {
  const at = saveAddress.lastIndexOf("@");
  const save = saveAddress.slice(0, at).toLowerCase();
  if (domain.toLowerCase() !== saveAddress.slice(at + 1).toLowerCase()) return undefined;
  const local = unquote(localPart);
  if (local.toLowerCase() === save) return "";
  return local.toLowerCase().startsWith(`${save}+`) ? local.slice(save.length + 1) : undefined;
}

/**
 * The folder's name from the text after the first `+`, which is encoded like a URL's query, because an address has no spaces: `+` is a space
 * and `%C3%BC` is "ü". It is trimmed and cut to {@link FOLDER_NAME_CHARS}; undefined when it is empty.
 */
export function decodeFolderName(detail: string): string | undefined {
  const spaced = detail.replaceAll("+", " ");
  let decoded = spaced;
  try {
    decoded = decodeURIComponent(spaced);
  } catch {
    // With an invalid escape the name is not decoded.
  }
  return cleanLine(decoded, FOLDER_NAME_CHARS) || undefined;
}

/** A quoted local part's content (RFC 5321 section 4.1.2). */
const unquote = (localPart: string): string =>
  localPart.startsWith('"') && localPart.endsWith('"') && localPart.length > 1
    ? localPart.slice(1, -1).replace(/\\(.)/g, "$1")
    : localPart;
