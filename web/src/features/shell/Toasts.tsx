import { CircleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { selectToasts, TOAST_MS, type Toast, toastDismissed } from "./toasts.slice.ts";

function ErrorToast({ toast }: { toast: Toast }) {
  const dispatch = useAppDispatch();
  const { id } = toast;

  useEffect(() => {
    const timer = window.setTimeout(() => dispatch(toastDismissed(id)), TOAST_MS);
    return () => window.clearTimeout(timer);
  }, [id, dispatch]);

  return (
    <div className="toast">
      <CircleAlert className="icon" />
      <span>{toast.text}</span>
      <button type="button" aria-label="Dismiss" onClick={() => dispatch(toastDismissed(id))}>
        <X className="icon" />
      </button>
    </div>
  );
}

/** The errors that are shown at the moment, read out as they come. */
export function Toasts() {
  const toasts = useAppSelector(selectToasts);
  return (
    <div className="toasts" role="alert">
      {toasts.map((toast) => (
        <ErrorToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
