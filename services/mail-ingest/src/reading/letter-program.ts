import { createHash } from "node:crypto";
import { serveTasks } from "@satchel/chassis/worker";
import { readLetter } from "../domain/letter/read-letter.ts";
import { answerWith } from "./reader-answer.ts";

// The process reads one mail to a secret address after the other. A task is the raw mail.
serveTasks(answerWith((raw) => readLetter(raw, createHash("sha256").update(raw).digest("hex"))));
