import { texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { speak } from "../../kit/i18n/loadTexts.ts";
import { LANGUAGES, type Language } from "../../kit/i18n/language.ts";
import { errorShown } from "../../kit/toasts.slice.ts";

/** Each language in its own words. */
const names: Record<Language, string> = { en: "English", de: "Deutsch" };

/** The languages that the page is not in, each as a button that changes that. */
export function LanguageSwitch() {
  const dispatch = useAppDispatch();
  const { i18n } = useTranslation("kit");

  async function choose(language: Language): Promise<void> {
    await speak(language).catch(() => dispatch(errorShown(texts.unexpected)));
  }

  return LANGUAGES.filter((language) => language !== i18n.language).map((language) => (
    <button key={language} className="text-link" type="button" lang={language} onClick={() => void choose(language)}>
      {names[language]}
    </button>
  ));
}
