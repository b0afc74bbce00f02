import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

interface DialogProps {
  readonly className: "dialog" | "dialog account" | "dialog transfer" | "sheet" | "menu";
  readonly role?: "alertdialog" | undefined;
  readonly style?: CSSProperties | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog while it is mounted: the browser keeps the focus in it, Escape and a click beside it close it, and the
 * focus returns to where it came from.
 */
export function Dialog({ className, role, style, label, onClose, onKeyDown, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    if (dialog.current?.open === false) dialog.current.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      style={style}
      aria-label={label}
      onClose={(event) => {
        // React lets the end of a dialog within this one through to here.
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
