import { serveTasks } from "@satchel/chassis/worker";
import { readMail } from "../domain/read-mail.ts";
import { answerWith } from "./reader-answer.ts";

// The thread reads one mail after the other. A task is the raw mail.
serveTasks(answerWith(readMail));
