import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { Progress } from "../../kit/Progress.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { mergeAll } from "./duplicates.api.ts";
import type { Choices } from "./merged.ts";

interface MergeAllDialogProps {
  /** Of all pages. */
  readonly total: number;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** Asks before the links of all pages are merged, and shows how far that is. Closing it stops the rest. */
export function MergeAllDialog({ total, choices, onClose }: MergeAllDialogProps) {
  const { t } = useTranslation("duplicates", { keyPrefix: "all" });
  const dispatch = useAppDispatch();
  const [of] = useState(total);
  const [merged, setMerged] = useState<number>();
  const done = Math.min(merged ?? 0, of);
  const isStopped = useRef(false);
  const title = t("title", { count: of });

  function close(): void {
    isStopped.current = true;
    onClose();
  }

  async function merge(): Promise<void> {
    setMerged(0);
    await dispatch(mergeAll(choices, { onMerged: setMerged, isStopped: () => isStopped.current }));
    onClose();
  }

  return (
    <Dialog role="alertdialog" title={title} onClose={close}>
      <div className="dialog__body dialog__body--form">
        {merged === undefined ? (
          <p>{t("text")}</p>
        ) : (
          <Progress label={title} done={done} of={of} text={t("progress", { done, of })} />
        )}
        <Actions onCancel={close} cancel={merged === undefined ? undefined : t("stop")}>
          <button
            type="button"
            className="btn btn--accent"
            disabled={merged !== undefined}
            onClick={() => void merge()}
          >
            {t("do")}
          </button>
        </Actions>
      </div>
    </Dialog>
  );
}
