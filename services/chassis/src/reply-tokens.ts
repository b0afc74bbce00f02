import { createHmac, timingSafeEqual } from "node:crypto";
import { type MailId, REPLY_SECONDS, type UserId } from "@satchel/contracts";
import { fromBase32, toBase32 } from "./base32.ts";

/** Octets of the parts of a token: a mail's id, the day of its end since 1970, and the code that nobody can forge. */
const [ID, DAY, CODE] = [16, 2, 10];
const DAY_MS = 86_400_000;

/** What stands behind `+` in the address that replies to an answer go to. */
export const REPLY_TAG = /^r\.[a-z2-7]{45}$/;

/**
 * The tag of the address for replies to the answer to one mail. It holds the mail and its end, and 80 bits of an HMAC over
 * these and the account, so nothing is stored, and who reads the journal can't make one without the installation's key.
 * @param now milliseconds since 1970
 */
export function replyTag(key: string, userId: UserId, mailId: MailId, now: number): string {
  const head = Buffer.alloc(ID + DAY);
  head.write(mailId.replaceAll("-", ""), "hex");
  // Of a day that has begun, all of it counts.
  head.writeUInt16BE(Math.floor((now + REPLY_SECONDS * 1000) / DAY_MS) + 1, ID);
  return `r.${toBase32(Buffer.concat([head, codeOf(key, userId, head)]))}`;
}

/** The mail whose answer is replied to; undefined where the tag is forged, another account's, or too old. */
export function repliedMail(key: string, userId: UserId, tag: string, now: number): MailId | undefined {
  if (!REPLY_TAG.test(tag)) return undefined;
  const octets = fromBase32(tag.slice("r.".length), ID + DAY + CODE);
  const head = octets.subarray(0, ID + DAY);
  if (!timingSafeEqual(octets.subarray(ID + DAY), codeOf(key, userId, head))) return undefined;
  if (now >= head.readUInt16BE(ID) * DAY_MS) return undefined;
  const hex = head.toString("hex", 0, ID);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as MailId;
}

/** Apart from the other uses of the key: those are over addresses, which have no line break. */
const codeOf = (key: string, userId: UserId, head: Buffer): Buffer =>
  createHmac("sha256", key).update(`reply\n${userId}\n`).update(head).digest().subarray(0, CODE);
