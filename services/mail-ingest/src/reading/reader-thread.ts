import { createHash } from "node:crypto";
import { serveTasks } from "@satchel/chassis/worker";
import { readMail } from "../domain/read-mail.ts";
import { answerWith } from "./reader-answer.ts";

/** A raw mail, and whether its account keeps attachments. */
interface MailTask {
  readonly raw: Uint8Array;
  readonly keepsAttachments: boolean;
}

const hashOf = (octets: Uint8Array): string => createHash("sha256").update(octets).digest("hex");

// The thread reads one mail after the other.
serveTasks(({ raw, keepsAttachments }: MailTask) =>
  answerWith((octets) => readMail(octets, keepsAttachments ? hashOf : undefined))(raw),
);
