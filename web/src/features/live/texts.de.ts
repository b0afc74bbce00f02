import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  arrived_one: "{{count}} neuer Link",
  arrived_other: "{{count}} neue Links",
};

export default texts;
