import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  newVersion: "Es gibt eine neue Version von Satchel.",
  reload: "Neu laden",
  later: "Später",
};

export default texts;
