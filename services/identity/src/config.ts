import {
  busSettings,
  databaseSettings,
  keySettings,
  MAIL_FROM,
  operationsSettings,
  outgoingSettings,
  PUBLIC_URL,
  registrationSettings,
  SAVE_ADDRESS,
  signingSettings,
  singleSignOnSettings,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** Every setting of identity: its name in the environment, its default and what it means. */
export const IdentityConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...keySettings,
  ...outgoingSettings,
  ...signingSettings,
  ...registrationSettings,
  ...singleSignOnSettings,
  MAIL_FROM,
  SAVE_ADDRESS,
  PUBLIC_URL,
});
export type IdentityConfig = Static<typeof IdentityConfig>;
