import Type, { type Static } from "typebox";
import { Locale } from "../locale.ts";
import { defineOperation } from "./define.ts";
import * as settings from "./settings-routes.ts";

/** Whether mails to the save address are answered, and in which language. */
export const Answers = Type.Object({ is_on: Type.Boolean(), language: Locale });
export type Answers = Static<typeof Answers>;

export const getAnswers = defineOperation({
  ...settings.getAnswers,
  summary: "Whether mails to the save address are answered by mail, and in which language",
  scope: "account",
  responses: { 200: Answers },
});

export const changeAnswers = defineOperation({
  ...settings.changeAnswers,
  summary: "Switch answers by mail on or off; without a language they are in that of the request",
  scope: "account",
  body: Type.Object({ is_on: Type.Boolean(), language: Type.Optional(Locale) }, { additionalProperties: false }),
  responses: { 200: Answers },
});
