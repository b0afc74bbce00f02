import type { LinkId } from "@satchel/contracts";
import { getLinkEpub } from "@satchel/contracts/routes";
import { BookDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { bookDownloaded } from "./book.ts";

/** Downloads the article as a book for an e-reader. */
export function BookButton({ id }: { id: LinkId }) {
  const { t } = useTranslation("reading");
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);

  async function download(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const problem = await dispatch(bookDownloaded({ operation: getLinkEpub, params: { id } }));
    setBusy(false);
    if (problem !== undefined) dispatch(errorShown(problem.detail));
  }

  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={t("book.download")}
      title={t("book.download")}
      aria-busy={isBusy}
      onClick={() => void download()}
    >
      <BookDown className="icon" />
    </button>
  );
}
