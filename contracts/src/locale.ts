import Type, { type Static } from "typebox";

/** Language of the mails that an account gets. */
export const Locale = Type.Enum(["en", "de"]);
export type Locale = Static<typeof Locale>;
