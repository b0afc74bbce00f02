import { Sparkles, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { newVersionPutOff, selectHasNewVersion } from "./offline.slice.ts";
import { changeToNewVersion } from "./start.ts";
import "./offline.css";

/** Offers a newer version of the page. It is not applied automatically, because input would be lost. */
export function NewVersionBar() {
  const { t } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const isNewer = useAppSelector(selectHasNewVersion);

  return (
    <div className="new-version" role="status">
      {isNewer && (
        <p>
          <Sparkles className="icon icon-m" />
          {t("part.gone")}
          <button
            type="button"
            onClick={() => void changeToNewVersion(navigator.serviceWorker, () => window.location.reload())}
          >
            {t("part.reload")}
          </button>
          <button type="button" aria-label={t("dismiss")} onClick={() => dispatch(newVersionPutOff())}>
            <X className="icon icon-m" />
          </button>
        </p>
      )}
    </div>
  );
}
