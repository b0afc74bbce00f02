import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../kit/state.ts";
import { useCatalogue } from "../kit/catalogue/useCatalogue.ts";
import { signOut } from "../session/session.api.ts";
import { LostMailPicture } from "../kit/pictures.tsx";

/** Instead of the list, when it could not be loaded. To the login leads only the end of the session. */
export function LoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const inLanguage = useCatalogue();
  return (
    <section className="empty" role="alert">
      <LostMailPicture />
      <h1 className="title-section">{t("error.title")}</h1>
      <p>{inLanguage(text)}</p>
      <div className="actions">
        <button type="button" className="btn btn--accent" onClick={onRetry}>
          <RotateCw className="icon icon-m" />
          {t("tryAgain")}
        </button>
        <button type="button" className="btn btn--plain" onClick={() => void dispatch(signOut())}>
          {t("error.login")}
        </button>
      </div>
      <p className="hint">{t("error.hint")}</p>
    </section>
  );
}
