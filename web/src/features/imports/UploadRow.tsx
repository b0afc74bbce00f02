import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { type Upload, uploadGone } from "../../session/imports.slice.ts";
import { percentIn } from "./percent.ts";

/** A file on its way, with how much of it is sent; or why it was not taken. */
export function UploadRow({ upload }: { upload: Upload }) {
  const dispatch = useAppDispatch();
  const { t, i18n } = useTranslation("imports");
  const inLanguage = useCatalogue();
  const { id, name, error } = upload;
  const share = upload.total === 0 ? 0 : Math.min(1, upload.sent / upload.total);
  return (
    <li className="import">
      <div className="import__head">
        <b>
          <bdi>{name}</bdi>
        </b>
        {error === null ? (
          <small>{t("uploading", { percent: percentIn(i18n.language, share) })}</small>
        ) : (
          <>
            <em className="badge badge--bad">{t("failed")}</em>
            <button
              type="button"
              className="icon-btn"
              aria-label={t("dismiss", { name })}
              onClick={() => dispatch(uploadGone(id))}
            >
              <X className="icon" />
            </button>
          </>
        )}
      </div>
      {error === null ? (
        <progress className="bar-line" aria-label={t("progressOf", { name })} value={share} />
      ) : (
        <p className="import__error" role="alert">
          {inLanguage(error)}
        </p>
      )}
    </li>
  );
}
