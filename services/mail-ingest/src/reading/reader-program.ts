import { createHash } from "node:crypto";
import { serveTasks } from "@satchel/chassis/worker";
import { readOwnFile } from "../domain/attachments/read-attachments.ts";
import { readMail } from "../domain/read-mail.ts";
import { answerWith } from "./reader-answer.ts";
import type { ReaderTask } from "./reader-task.ts";

const hashOf = (octets: Uint8Array): string => createHash("sha256").update(octets).digest("hex");

// The process reads one mail or file after the other.
serveTasks((task: ReaderTask) =>
  "file" in task
    ? answerWith((content) => readOwnFile({ ...task, content }, hashOf))(task.file)
    : answerWith((raw) => readMail(raw, task.keepsAttachments ? hashOf : undefined))(task.raw),
);
