import Type, { type Static } from "typebox";

/** Language of the mails that an account gets. */
export const Locale = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type Locale = Static<typeof Locale>;
