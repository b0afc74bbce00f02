import type { Translation } from "../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  heading: "Ordner",
  create: "Ordner anlegen",
  createHint: "Ordner sammeln Links zu einem Thema. Den ersten legst du oben an.",
  newSubfolder: "Neuer Unterordner in {{name}}",
  subfolders: "{{name}}, Unterordner",
  counted_one: "{{name}}, {{count, number}} Link",
  counted_other: "{{name}}, {{count, number}} Links",
  smart: "{{name}}, intelligenter Ordner",
  more: "Mehr zu {{name}}",
  moved: {
    here: "„{{name}}“ verschoben",
    into: "„{{name}}“ nach „{{parent}}“ verschoben",
    top: "„{{name}}“ auf die oberste Ebene verschoben",
  },
  drag: {
    into: "In {{name}} verschieben",
    before: "Vor {{name}} verschieben",
    after: "Hinter {{name}} verschieben",
  },
};

export default texts;
