import Type, { type Static } from "typebox";

/** Languages of mails, and of pages that the server writes; the first is for everyone else. */
export const LOCALES = ["en", "de"] as const;

export const Locale = Type.Enum([...LOCALES]);
export type Locale = Static<typeof Locale>;
