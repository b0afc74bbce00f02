import { type CommandHandler, handler } from "@satchel/chassis";
import {
  AddPasskey,
  BeginPasskey,
  BeginPasskeySignIn,
  type CommandDefinition,
  laterTexts,
  RequestPasswordReset,
  ResendCode,
  ResetPassword,
  SatchelError,
  SetPassword,
  SignInWithPasskey,
  SignInWithPassword,
  StartSignIn,
  VerifyCode,
} from "@satchel/contracts";

/** Signing in with codes, passwords and passkeys, and new ones of these. What exists can still be removed. */
const OTHER_WAYS: readonly CommandDefinition[] = [
  StartSignIn,
  ResendCode,
  VerifyCode,
  SignInWithPassword,
  RequestPasswordReset,
  ResetPassword,
  SetPassword,
  BeginPasskeySignIn,
  SignInWithPasskey,
  BeginPasskey,
  AddPasskey,
];

/** The commands of a service where people sign in with single sign-on alone: every other way refuses, before it looks at anything. */
export const withSsoOnly = (commands: readonly CommandHandler[]): CommandHandler[] =>
  commands.map((command) =>
    OTHER_WAYS.includes(command.definition)
      ? handler(command.definition, async () => {
          throw new SatchelError("forbidden", laterTexts.sso.only);
        })
      : command,
  );
