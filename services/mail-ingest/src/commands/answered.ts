import type { Logger } from "@satchel/chassis";
import { type Answer, answers } from "../domain/answers.ts";
import { StoreUnavailable } from "./mail-bus.ts";

/** The answer to a mail, which is logged: 451 where it fails. @param about fields of the log, such as whom the mail is to */
export async function answered(logger: Logger, about: object, work: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work();
    logger.info({ ...about, answer: answer.code, status: answer.enhanced }, "A mail is answered");
    return answer;
  } catch (error) {
    const err = error instanceof StoreUnavailable ? (error.cause ?? error) : error;
    logger.error({ ...about, err }, "A mail could not be taken");
    return answers.unavailable;
  }
}
