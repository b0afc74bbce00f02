import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "Adresse bestätigen · Satchel",
  nothing: "Nichts zu bestätigen",
  nothingText: "Öffne den Link in der Mail, die wir an die Adresse geschickt haben.",
  signIn: "Anmelden und bestätigen",
  signInText: "Melde dich in deinem Konto an, dann wird die Adresse automatisch bestätigt.",
  signInAction: "Anmelden",
  waiting: "Die Adresse wird bestätigt …",
  done: "Adresse bestätigt",
  doneText: "Links, die du von <b>{{email}}</b> mailst, werden ab jetzt gespeichert.",
  refused: "Nicht bestätigt",
  refusedHint: "Jeder Link gilt einmal, {{hours}} Stunden lang und nur in dem Konto, das ihn angefordert hat.",
  again: "Noch einmal versuchen",
  toLinks: "Zu deinen Links",
};

export default texts;
