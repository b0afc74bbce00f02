import type { Translation } from "../../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "Passwort zurücksetzen · Satchel",
  title: "Passwort zurücksetzen",
  text: "Gib den {{digits}}-stelligen Code aus der Mail ein und ein neues Passwort.",
  email: "E-Mail",
  code: "{{digits}}-stelliger Code",
  password: "Neues Passwort",
  atLeast: "Mindestens {{count}} Zeichen",
  confirmation: "Passwort wiederholen",
  submit: "Passwort zurücksetzen",
  back: "Zurück zur Anmeldung",
  done: "Das Passwort ist zurückgesetzt",
  next: "Gleich geht es zur Anmeldung.",
};

export default texts;
