import { type MailId, REPLY_SECONDS, type UserId } from "@satchel/contracts";
import { openTag, signedTag } from "./signed-tags.ts";
import { octetsOfUuid, uuidOfOctets } from "./uuid-octets.ts";

/** Octets of what a token says: a mail's id, and the day of its end since 1970. */
const [ID, DAY] = [16, 2];
const DAY_MS = 86_400_000;

/** What stands behind `+` in the address that replies to an answer go to. */
export const REPLY_TAG = /^r\.[a-z2-7]{45}$/;

const purposeOf = (userId: UserId): string => `reply\n${userId}\n`;

/**
 * The tag of the address for replies to the answer to one mail, of one account.
 * @param now milliseconds since 1970
 */
export function replyTag(key: string, userId: UserId, mailId: MailId, now: number): string {
  const end = Buffer.alloc(DAY);
  // Of a day that has begun, all of it counts.
  end.writeUInt16BE(Math.floor((now + REPLY_SECONDS * 1000) / DAY_MS) + 1);
  return `r.${signedTag(key, purposeOf(userId), Buffer.concat([octetsOfUuid(mailId), end]))}`;
}

/** The mail whose answer is replied to; undefined where the tag is forged, another account's, or too old. */
export function repliedMail(key: string, userId: UserId, tag: string, now: number): MailId | undefined {
  if (!REPLY_TAG.test(tag)) return undefined;
  const head = openTag(key, purposeOf(userId), tag.slice("r.".length), ID + DAY);
  if (head === undefined || now >= head.readUInt16BE(ID) * DAY_MS) return undefined;
  return uuidOfOctets(head.subarray(0, ID)) as MailId;
}
