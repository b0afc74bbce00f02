import { Sparkles, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { newVersionPutOff, selectHasNewVersion } from "./offline.slice.ts";
import { changeToNewVersion } from "./start.ts";
import "./offline.css";

/** Offers a newer version of the page. It is not applied automatically, because input would be lost. */
export function NewVersionBar() {
  const { t } = useTranslation("kit", { keyPrefix: "part" });
  const dispatch = useAppDispatch();
  const isNewer = useAppSelector(selectHasNewVersion);

  return (
    <div className="new-version" role="status">
      {isNewer && (
        <p>
          <Sparkles className="icon icon-m" />
          {t("gone")}
          <button
            type="button"
            onClick={() => void changeToNewVersion(navigator.serviceWorker, () => window.location.reload())}
          >
            {t("reload")}
          </button>
          <button type="button" aria-label={t("later")} onClick={() => dispatch(newVersionPutOff())}>
            <X className="icon icon-m" />
          </button>
        </p>
      )}
    </div>
  );
}
