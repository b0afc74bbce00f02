import type { Translation } from "../../app/i18n/texts.en.ts";
import type { offline as english } from "./texts.en.ts";

export const offline: Translation<typeof english> = {
  newVersion: "Es gibt eine neue Version von Satchel.",
  reload: "Neu laden",
  later: "Später",
};
