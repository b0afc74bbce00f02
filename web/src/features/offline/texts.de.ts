import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  waiting_one: "{{count}} Änderung wartet aufs Senden.",
  waiting_other: "{{count}} Änderungen warten aufs Senden.",
  sending_one: "{{count}} Änderung wird gesendet …",
  sending_other: "{{count}} Änderungen werden gesendet …",
  refused: "„{{title}}“ ließ sich nicht so ändern, wie du es offline wolltest.",
};

export default texts;
