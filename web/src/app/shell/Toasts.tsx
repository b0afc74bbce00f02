import { Check, CircleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useKeys } from "../../kit/useKeys.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { part } from "../../kit/parts/part.tsx";
import { keepOffers, selectUndoables, undoLatest } from "../../session/undo.slice.ts";
import { placeToasts } from "../../kit/toastPlace.ts";
import { selectToasts, TOAST_MS, type Toast, toastDismissed } from "../../kit/toasts.slice.ts";

const UndoToasts = part(
  "undo/UndoToasts",
  async () => (await import("../../features/undo/UndoToasts.tsx")).UndoToasts,
  {
    texts: ["undo"],
  },
);

const WorkToast = part("shell/WorkToast", async () => (await import("./WorkToast.tsx")).WorkToast, { isQuiet: true });

function ShownToast({ toast }: { toast: Toast }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("kit");
  const inLanguage = useCatalogue();
  const { id, kind } = toast;

  useEffect(() => {
    if (kind === "work") return;
    const timer = window.setTimeout(() => dispatch(toastDismissed(id)), TOAST_MS);
    return () => window.clearTimeout(timer);
  }, [id, kind, dispatch]);

  if (kind === "work") return <WorkToast text={toast.text} />;
  return (
    <div className={kind === "note" ? "toast toast--note" : "toast"}>
      {kind === "note" ? <Check className="icon" /> : <CircleAlert className="icon" />}
      <span>{inLanguage(toast.text)}</span>
      <button type="button" aria-label={t("dismiss")} onClick={() => dispatch(toastDismissed(id))}>
        <X className="icon" />
      </button>
    </div>
  );
}

/** Offers to undo, and current errors, announced to screen readers. */
export function Toasts() {
  const toasts = useAppSelector(selectToasts);
  const dispatch = useAppDispatch();
  const offers = useAppSelector(selectUndoables);
  useEffect(() => keepOffers(offers), [offers]);
  // On any page, also where the list is empty then.
  useKeys({ z: () => void dispatch(undoLatest()) });
  return (
    <div id="toasts">
      {/* React removes what is around it: this element is in a dialog while one is open. */}
      <div className="toasts" popover="manual" ref={placeToasts}>
        {/* A live region has to exist before its content, or that is not announced. Of several messages the new one
            alone is. */}
        <div className="toasts__stack" role="status">
          {offers.length > 0 && <UndoToasts />}
        </div>
        <div className="toasts__stack" role="status" aria-atomic={false}>
          {toasts
            .filter(({ kind }) => kind !== undefined)
            .map((toast) => (
              <ShownToast key={toast.id} toast={toast} />
            ))}
        </div>
        <div className="toasts__stack" role="alert" aria-atomic={false}>
          {toasts
            .filter(({ kind }) => kind === undefined)
            .map((toast) => (
              <ShownToast key={toast.id} toast={toast} />
            ))}
        </div>
      </div>
    </div>
  );
}
