import type { Translation } from "../../app/i18n/texts.en.ts";
import type { undo as english } from "./texts.en.ts";

export const undo: Translation<typeof english> = {
  undo: "Rückgängig",
  keep: "So lassen",
};
