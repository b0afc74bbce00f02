import { texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../app/hooks.ts";
import { speak } from "../../app/i18n/loadTexts.ts";
import { LANGUAGES, type Language } from "../../app/i18n/language.ts";
import { errorShown } from "../shell/toasts.slice.ts";

/** Each language in its own words. */
const names: Record<Language, string> = { en: "English", de: "Deutsch" };

/** The languages that the page is not in, each as a button that changes that. */
export function LanguageSwitch() {
  const dispatch = useAppDispatch();
  const { i18n } = useTranslation();

  async function choose(language: Language): Promise<void> {
    await speak(language).catch(() => dispatch(errorShown(texts.unexpected)));
  }

  return LANGUAGES.filter((language) => language !== i18n.language).map((language) => (
    <button key={language} className="text-link" type="button" lang={language} onClick={() => void choose(language)}>
      {names[language]}
    </button>
  ));
}
