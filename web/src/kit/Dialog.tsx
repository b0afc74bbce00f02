import { X } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./IconButton.tsx";

/**
 * The `ref` of the field that gets the focus when its dialog opens: browsers need the attribute, which React does not
 * render.
 */
export const takesFocus = (field: HTMLElement | null): void => field?.setAttribute("autofocus", "");

/** The head of a dialog: its title and the button that closes it. */
export function DialogHead({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  const { t } = useTranslation("kit");
  return (
    <div className="dialog__head">
      <h2 className="title-card">{title}</h2>
      <IconButton label={t("close")} icon={X} onClick={onClose} />
    </div>
  );
}

interface DialogProps {
  readonly className: "dialog" | "dialog account" | "dialog marks-sheet" | "dialog transfer" | "menu";
  readonly role?: "alertdialog" | undefined;
  readonly style?: CSSProperties | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog while it is mounted: the browser keeps the focus in it, Escape and a click outside close it, and the focus
 * returns to the element that had it, or else to the page.
 */
export function Dialog({ className, role, style, label, onClose, onKeyDown, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  const opener = useRef<Element>(null);

  // In a layout effect, so that the next key goes to the dialog.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);

  // After the dialog was removed: before that nothing behind it can take the focus.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      // What opened it is gone, such as the bar of a selection that ended.
      if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    },
    [],
  );

  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      style={style}
      aria-label={label}
      onClose={(event) => {
        // React also bubbles `close` of nested dialogs to this handler.
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
