import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectUploads } from "../../session/imports.slice.ts";
import { percentIn, sentPart, uploadDropped } from "../../session/uploads.ts";

/** Work in progress; of a file that is sent also how much of it is, with the way to cancel it. */
export function WorkToast({ text }: { readonly text: string }) {
  const dispatch = useAppDispatch();
  const { t, i18n } = useTranslation("kit");
  const upload = useAppSelector(selectUploads).find(({ toast }) => toast === text);
  return (
    <div className="toast toast--note toast--work">
      <i className="spinner" />
      <span>{text}</span>
      {upload !== undefined && (
        <>
          {/* A progress bar is not announced each time that it changes; a text would be. */}
          <progress className="sr" aria-label={text} value={sentPart(upload)} />
          <small aria-hidden="true">{percentIn(i18n.language, sentPart(upload))}</small>
          <button type="button" onClick={() => dispatch(uploadDropped(upload.id))}>
            {t("cancel")}
          </button>
        </>
      )}
    </div>
  );
}
