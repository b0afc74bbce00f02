import { FILE_NAME_CHARS, SENDER_NAME_CHARS, TITLE_CHARS } from "@satchel/contracts";
import type { ReadAttachment } from "../attachments/attachment.ts";
import { cleanLine } from "../message/text.ts";
import type { LetterSender } from "./letter.ts";

/** A mail that is kept as an item: its address, its subject, when it was sent and by whom. */
export function letterItem(
  url: string,
  subject: string,
  { sender, sentAt }: { readonly sender: LetterSender | undefined; readonly sentAt?: Date | undefined },
): ReadAttachment["item"] {
  const title = cleanLine(subject, TITLE_CHARS);
  return {
    url,
    type: "message/rfc822",
    name: cleanLine(subject, FILE_NAME_CHARS),
    ...(title === "" ? {} : { title }),
    ...(sender === undefined
      ? {}
      : { author: sender.address, siteName: (sender.name ?? sender.address).slice(0, SENDER_NAME_CHARS) }),
    ...(sentAt === undefined ? {} : { sentAt: sentAt.toISOString() }),
  };
}
