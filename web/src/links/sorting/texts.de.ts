import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  label: "Ordnen",
  by: { newest: "Neueste zuerst", oldest: "Älteste zuerst", title: "Nach Titel", best: "Beste zuerst" },
  command: "Ordnen: {{by}}",
};

export default texts;
