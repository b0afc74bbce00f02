import { ADDRESS_CHARS, texts } from "@satchel/contracts";
import type { Problem } from "../../kit/transport/call.ts";

/**
 * Whether a text can be a mail address at all. The server knows better; this spares a call for what plainly is none: no
 * single @ with something on both sides, blanks, or a host without a dot.
 */
export const canBeAddress = (text: string): boolean =>
  text.length <= ADDRESS_CHARS && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);

/** Whether two ways to write an address are the same to the page: case and blanks around it don't count. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why the server did not add an address, in words (specification, section 8). */
export function addFailure({ status }: Problem): string {
  if (status === 422) return texts.senderEmails.invalid;
  if (status === 409) return texts.senderEmails.taken;
  return texts.senderEmails.addFailed;
}

/** Why the server did not delete an address, in words. */
export const deleteFailure = ({ status }: Problem): string =>
  status === 400 ? texts.senderEmails.last : texts.senderEmails.deleteFailed;
