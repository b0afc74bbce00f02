import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "./catalogue/useCatalogue.ts";

/** Says what could not be loaded, as a text of the error catalogue, and offers to try again. */
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

/** What went wrong with a form, as a text of the error catalogue; read out as it appears. */
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
