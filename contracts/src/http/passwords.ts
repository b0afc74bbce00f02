import Type from "typebox";
import { Email } from "../fields.ts";
import { CODE_DIGITS, PASSWORD_CHARS } from "../limits/index.ts";
import { texts } from "../texts.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { User } from "./users.ts";
import * as routes from "./routes.ts";
import * as settings from "./settings-routes.ts";

const Password = Type.String({ minLength: 1, maxLength: PASSWORD_CHARS });
// Identity checks the minimum, with the catalogue's text: it counts the characters of the normalised password.
const NewPassword = Type.String({ maxLength: PASSWORD_CHARS, description: texts.password.tooShort });

export const setPassword = defineOperation({
  ...settings.setPassword,
  summary: "Give an account without a password one; ends all other sessions",
  scope: "account",
  body: Type.Object({ new_password: NewPassword }),
  responses: { 200: User, 400: ErrorBody },
});

export const changePassword = defineOperation({
  ...settings.changePassword,
  summary: "Change the password; ends all other sessions",
  scope: "account",
  body: Type.Object({ old_password: Password, new_password: NewPassword }),
  responses: { 200: User, 400: ErrorBody },
});

export const removePassword = defineOperation({
  ...settings.removePassword,
  summary: "Remove the password; signing in is by mailed code from then on. Ends all other sessions",
  scope: "account",
  body: Type.Object({ old_password: Password }),
  responses: { 204: NoContent, 400: ErrorBody },
});

export const requestPasswordReset = defineOperation({
  ...routes.requestPasswordReset,
  summary: "Mail a reset code to the owner of the account; the answer is the same whether or not there is one",
  access: "public",
  scope: "account",
  body: Type.Object({ email: Email }),
  responses: { 200: Type.Object({ status: Type.Literal("reset_sent") }) },
});

export const resetPassword = defineOperation({
  ...routes.resetPassword,
  summary: "Set a new password by the mailed code; ends all sessions",
  access: "public",
  scope: "account",
  body: Type.Object({
    email: Email,
    code: Type.String({ minLength: 1, maxLength: 20, description: `${CODE_DIGITS} digits` }),
    new_password: NewPassword,
  }),
  responses: { 200: Type.Object({ status: Type.Literal("password_reset") }), 400: ErrorBody },
});
