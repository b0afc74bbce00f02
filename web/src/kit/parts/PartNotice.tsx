import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PartGone, PartMissing } from "./loadPart.ts";

interface PartNoticeProps {
  /** What loading it failed with. */
  readonly fault: unknown;
  readonly onRetry: () => void;
}

/** Says that a part of the page is missing, over what is shown: nothing that was typed goes. */
export function PartNotice({ fault, onRetry }: PartNoticeProps) {
  const { t } = useTranslation("kit");
  const canRetry = fault instanceof PartMissing;
  return (
    <div className="toasts part-notice">
      <div className="toast" role="alert">
        <CircleAlert className="icon" />
        <span>{t(fault instanceof PartGone ? "part.gone" : "part.missing")}</span>
        <button type="button" onClick={canRetry ? onRetry : () => window.location.reload()}>
          {t(canRetry ? "tryAgain" : "part.reload")}
        </button>
      </div>
    </div>
  );
}
