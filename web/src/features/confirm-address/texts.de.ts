import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "Adresse bestätigen · Satchel",
  nothing: "Nichts zu bestätigen",
  nothingText: "Öffne den Link in der Mail, die wir an die Adresse geschickt haben.",
  signIn: "Anmelden und bestätigen",
  signInText: "Die Adresse gehört zu deinem Konto, sobald du angemeldet bist. Dann bestätigt sie sich von selbst.",
  signInAction: "Anmelden",
  waiting: "Die Adresse wird bestätigt …",
  done: "Adresse bestätigt",
  doneText: "Links, die du von <b>{{email}}</b> mailst, landen ab jetzt in deiner Tasche.",
  refused: "Nicht bestätigt",
  refusedHint: "Ein Link gilt einmal, {{hours}} Stunden lang, und in dem Konto, das ihn angefordert hat.",
  again: "Nochmal versuchen",
  toLinks: "Zu deinen Links",
};

export default texts;
