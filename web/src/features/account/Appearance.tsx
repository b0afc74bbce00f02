import { texts } from "@satchel/contracts";
import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { speak } from "../../kit/i18n/loadTexts.ts";
import { LANGUAGES, type Language } from "../../kit/i18n/language.ts";
import { type Theme, THEMES, useTheme } from "../../kit/theme.ts";
import { errorShown } from "../../kit/toasts.slice.ts";

const icons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

/** Each language in its own words. */
const names: Record<Language, string> = { en: "English", de: "Deutsch" };

/** In which light and which language the page is shown; both are kept in this browser. */
export function Appearance() {
  const dispatch = useAppDispatch();
  const { t, i18n } = useTranslation("account");
  const [theme, choose] = useTheme();

  return (
    <div className="account__looks">
      <div className="seg seg--text" role="group" aria-label={t("general.appearance")}>
        {THEMES.map((each) => {
          const Icon = icons[each];
          return (
            <button key={each} type="button" aria-pressed={each === theme} onClick={() => choose(each)}>
              <Icon className="icon icon-s" />
              {t(`general.theme.${each}`)}
            </button>
          );
        })}
      </div>
      <div className="seg seg--text" role="group" aria-label={t("general.language")}>
        {LANGUAGES.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            aria-label={names[each]}
            title={names[each]}
            aria-pressed={each === i18n.language}
            onClick={() => void speak(each).catch(() => dispatch(errorShown(texts.unexpected)))}
          >
            {each.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
