import { type Answers, changeAnswers, getAnswers, SwitchAnswers } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** Whether mails are answered by mail (decision 91). */
export async function answerRoutes(app: FastifyInstance, { tables, perform, callerOf }: Parts): Promise<void> {
  route(app, getAnswers, async ({ userId, request }) => {
    const { locale } = callerOf(request);
    const body: Answers = (await tables.findAnswers(userId)) ?? { is_on: false, language: locale };
    return { status: 200, body };
  });

  route(app, changeAnswers, async ({ userId, body: { is_on, language }, request }) => {
    const answers = { is_on, language: language ?? callerOf(request).locale };
    const { headers } = await perform(SwitchAnswers, { userId, isOn: is_on, language: answers.language });
    return { status: 200, body: answers, headers };
  });
}
