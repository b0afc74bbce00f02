import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "./catalogue/useCatalogue.ts";

/** A message of the error catalogue for a failed load, with a button to retry. */
export function LoadFault({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation("kit");
  const inLanguage = useCatalogue();
  return (
    <div className="load-fault" role="alert">
      <p className="note note--bad">
        <CircleAlert className="icon" />
        {inLanguage(text)}
      </p>
      <button type="button" className="btn btn--plain" onClick={onRetry}>
        {t("tryAgain")}
      </button>
    </div>
  );
}

/** A form's error, from the error catalogue; announced to screen readers when it appears. */
export function ErrorNote({ id, text }: { id: string; text: string }) {
  const inLanguage = useCatalogue();
  return (
    <div role="alert" id={id}>
      {text !== "" && (
        <p className="note note--bad">
          <CircleAlert className="icon" />
          {inLanguage(text)}
        </p>
      )}
    </div>
  );
}
