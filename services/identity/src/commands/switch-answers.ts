import { type CommandHandler, handler } from "@satchel/chassis";
import { type AnswersSwitched, answersSubject, type EventOf, SwitchAnswers } from "@satchel/contracts";
import { noAccount } from "../accounts/accounts.ts";
import { positionOf } from "../accounts/registration.ts";
import { settle } from "../accounts/settle.ts";
import { type Answers, switchAnswers } from "../domain/answers.ts";
import type { Parts } from "./parts.ts";

type SwitchEvent = EventOf<typeof AnswersSwitched>;

/** Whether mails of an account are answered. Identity has the setting, for it has the addresses and sends all mail. */
export const answerSettings = ({ journal, accounts }: Parts): CommandHandler =>
  handler(SwitchAnswers, async ({ userId, ...answers }, { commandId }) => {
    if (!(await accounts.isRegistered(userId))) throw noAccount();
    const { sequence } = await settle<SwitchEvent, Answers>({
      journal,
      subject: answersSubject(userId),
      eventId: commandId,
      decide: (last) => switchAnswers(last?.data, answers),
    });
    return { result: {}, position: positionOf(userId, sequence) };
  });
