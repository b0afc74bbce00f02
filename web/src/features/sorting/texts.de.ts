import type { Translation } from "../../app/i18n/texts.en.ts";
import type { sorting as english } from "./texts.en.ts";

export const sorting: Translation<typeof english> = {
  label: "Ordnen",
  by: { newest: "Neueste zuerst", oldest: "Älteste zuerst", title: "Nach Titel", best: "Beste zuerst" },
  command: "Ordnen: {{by}}",
};
