import { busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

const Key = (description: string) =>
  Type.String({ minLength: 32, description: `${description}, 32 characters or more` });

/** Every setting of identity: its name in the environment, its default and what it means. */
export const IdentityConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ADDRESS_KEY: Key("the installation's key for addresses"),
  CODE_KEY: Key("the installation's key for sign-in codes"),
  TOKEN_KEY: Key("the installation's key for access and refresh tokens"),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: "^smtps?://",
      description: "relay for outgoing mail, smtp://user:password@host:port?requireTLS=true; none: files in OUTBOX_DIR",
    }),
  ),
  OUTBOX_DIR: Type.Optional(
    Type.String({ minLength: 1, description: "folder of outgoing mail, where there is no relay to send it" }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      minLength: 3,
      description: "sender of outgoing mail; no-reply at SAVE_ADDRESS' domain when missing",
    }),
  ),
  SAVE_ADDRESS: Type.String({
    default: "save@localhost",
    pattern: "^[^@\\s]+@[^@\\s]+$",
    description: "the address that users mail links to",
  }),
  PUBLIC_URL: Type.String({ pattern: "^https?://[^/\\s]+", description: "where users reach Satchel, https://host" }),
});
export type IdentityConfig = Static<typeof IdentityConfig>;

/** The sender of outgoing mail. */
export const senderOf = ({ MAIL_FROM, SAVE_ADDRESS }: Pick<IdentityConfig, "MAIL_FROM" | "SAVE_ADDRESS">): string =>
  MAIL_FROM ?? `Satchel <no-reply@${SAVE_ADDRESS.slice(SAVE_ADDRESS.lastIndexOf("@") + 1)}>`;
